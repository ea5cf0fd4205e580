import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../modules/identity/contract.ts'
import { put } from '../domain/api/client.ts'

export const useUpdateProfile = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (names: Pick<Profile, 'firstName' | 'lastName'>) => put<Profile>('/profile', names),
    onSuccess: (profile) => {
      client.setQueryData(['profile'], profile)
      // The sidebar shows the name too.
      void client.invalidateQueries({ queryKey: ['session'] })
    },
  })
}
