import { DomainError, forbidden } from '../kernel/errors.ts'
import { BillId, type PayorId } from '../kernel/ids.ts'
import { signedLinks } from '../platform/http/signed-links.ts'
import type { Visitor } from '../platform/http/visitor.ts'
import type { InstallationKeys } from '../platform/personal-data/installation-keys.ts'
import { idsOfList, MOST_BILLS } from './values.ts'

/** Ids in the order of the list, without separators: every bill's id has 22 characters. */
export const joined = (ids: readonly BillId[]): string => ids.join('')
export const split = (token: string): BillId[] => idsOfList(token).flatMap((id) => BillId.safeParse(id).data ?? [])

export type SeveralNeeds = Readonly<{
  keys: Pick<InstallationKeys, 'links'>
  /** The address's own bills among `ids`, each with the payor who would pay it. */
  payableBy: (email: string, ids: readonly BillId[]) => Promise<ReadonlyMap<BillId, PayorId>>
}>

/** Lets payors pay several bills at once: their own after a sign-in, or the bills of a mailed list (R140). */
export const severalBills = ({ keys, payableBy }: SeveralNeeds) => {
  const lists = signedLinks(keys, 'bill-list', ['bills'])
  const listedIn = async (token: string): Promise<readonly BillId[]> => split((await lists.read(token))?.bills ?? '')
  return {
    /** The token of a mailed list. It names its bills, and pays no others. */
    listOf: (ids: readonly BillId[]): string => lists.issue({ bills: joined(ids.slice(0, MOST_BILLS)) }),
    /**
     * The payor who pays the bills; null for the holder of a list.
     * @throws DomainError 403 `forbidden`
     */
    payerOf: async ({ user }: Pick<Visitor, 'user'>, ids: readonly BillId[], token: string | undefined): Promise<PayorId | null> => {
      const own = user?.emailConfirmed ? await payableBy(user.email, ids) : new Map<BillId, PayorId>()
      const payer = ids.every((id) => own.has(id)) ? own.get(ids[0] as BillId) : null
      if (payer) return payer
      const listed = new Set(token === undefined ? [] : await listedIn(token))
      if (ids.every((id) => listed.has(id))) return null
      // Not 401: the browser would then leave the public page for the sign-in.
      throw user ? forbidden('view', 'assessment bill') : new DomainError('forbidden', 'forbidden', 'Please log in to pay several bills at once.')
    },
  }
}
export type SeveralBills = ReturnType<typeof severalBills>
