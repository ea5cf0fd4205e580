import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Member, MemberLedger } from '../../../modules/payors/contract.ts'
import { remove } from '../api/client.ts'
import { getVersioned, putVersioned } from '../api/versioned.ts'
import { keysOf } from '../live/changes.ts'
import type { MemberBody } from './member-values.ts'

/** A payor with all bills and payments. */
export const useMember = (id: string) =>
  useQuery({ queryKey: ['member', id], queryFn: ({ signal }) => getVersioned<MemberLedger>(`/members/${id}`, signal) })

/** Where a payor's name stands: what the news of the change brings up to date in other tabs, too. */
const named = keysOf([{ kind: 'member', id: null }])

export const useChangeMember = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, etag }: { body: MemberBody; etag: string | null }) => putVersioned<Member>(`/members/${id}`, body, etag),
    onSuccess: () => Promise.all(named.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** For good: names and addresses go, bills and payments stay. */
export const useForgetMember = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => remove(`/members/${id}`),
    onSuccess: () => Promise.all(named.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
