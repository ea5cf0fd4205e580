import type { Member, MemberLedger } from '../../../modules/payors/contract.ts'
import { remove } from '../api/client.ts'
import { putVersioned } from '../api/versioned.ts'
import { useCommand } from '../command.ts'
import { keysOf } from '../live/changes.ts'
import { useVersioned } from '../queries.ts'
import type { MemberBody } from './member-values.ts'

/** A payor with all bills and payments. */
export const useMember = (id: string, enabled = true) => useVersioned<MemberLedger>(['member', id], `/members/${id}`, { enabled })

/** Queries that show a payor's name; live updates refetch the same ones in other tabs. */
const named = { rereads: keysOf([{ kind: 'member', id: null }]) }

export const useChangeMember = (id: string) =>
  useCommand(({ body, etag }: { body: MemberBody; etag: string | null }) => putVersioned<Member>(`/members/${id}`, body, etag), named)

/** Irreversible: names and addresses are deleted, bills and payments stay. */
export const useForgetMember = (id: string) => useCommand(() => remove(`/members/${id}`), named)
