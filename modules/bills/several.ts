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
  /** The bills among `ids` for which the address may pay, each with the payer; the bills of others first. */
  payableBy: (email: string, ids: readonly BillId[]) => Promise<ReadonlyMap<BillId, PayorId>>
}>

/**
 * Lets payors pay several bills at once: their own and those of a congregation's members after a sign-in, or the bills
 * of a mailed list (R140, R142).
 */
export const severalBills = ({ keys, payableBy }: SeveralNeeds) => {
  const lists = signedLinks(keys, 'bill-list', ['bills'])
  const listedIn = async (token: string): Promise<readonly BillId[]> => split((await lists.read(token))?.bills ?? '')
  const payersOf = async ({ user }: Pick<Visitor, 'user'>, ids: readonly BillId[]): Promise<ReadonlyMap<BillId, PayorId>> =>
    user?.emailConfirmed ? payableBy(user.email, ids) : new Map()
  return {
    /** The payor who pays this bill; null for a guest, and for a visitor who has nothing to do with it. */
    payerOfOne: async (visitor: Pick<Visitor, 'user'>, id: BillId): Promise<PayorId | null> => (await payersOf(visitor, [id])).get(id) ?? null,
    /** The token of a mailed list. It names its bills, and pays no others. */
    listOf: (ids: readonly BillId[]): string => lists.issue({ bills: joined(ids.slice(0, MOST_BILLS)) }),
    /**
     * The payor who pays the bills; null for the holder of a list.
     * @throws DomainError 403 `forbidden`
     */
    payerOf: async (visitor: Pick<Visitor, 'user'>, ids: readonly BillId[], token: string | undefined): Promise<PayorId | null> => {
      const payers = await payersOf(visitor, ids)
      // A congregation that also pays for members is the payer of all.
      const [payer] = payers.values()
      if (payer && ids.every((id) => payers.has(id))) return payer
      const listed = new Set(token === undefined ? [] : await listedIn(token))
      if (ids.every((id) => listed.has(id))) return null
      // Not 401: the browser would then leave the public page for the sign-in.
      throw visitor.user
        ? forbidden('view', 'assessment bill')
        : new DomainError('forbidden', 'forbidden', 'Please log in to pay several bills at once.')
    },
  }
}
export type SeveralBills = ReturnType<typeof severalBills>
