import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Profile } from '../../modules/identity/contract.ts'
import { put } from '../api/client.ts'

export const useUpdateProfile = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (names: Pick<Profile, 'firstName' | 'lastName'>) => put('/profile', names, Profile),
    onSuccess: (profile) => {
      client.setQueryData(['profile'], profile)
      // The sidebar shows the name too.
      void client.invalidateQueries({ queryKey: ['session'] })
    },
  })
}
