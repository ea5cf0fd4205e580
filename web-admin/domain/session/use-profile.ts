import { useQuery } from '@tanstack/react-query'
import type { Profile } from '../../../modules/identity/contract.ts'
import { get } from '../api/client.ts'

export const useProfile = () => useQuery({ queryKey: ['profile'], queryFn: ({ signal }) => get<Profile>('/profile', { signal }) })
