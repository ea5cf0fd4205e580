import type { ProfileId, ProgramId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { ReceiptMethod } from '../kernel/receipt-methods.ts'

export const bases = ['accrual', 'cash'] as const
/** Accrual: a bill is income when it is issued. Cash: it is income when it is paid. */
export type Basis = (typeof bases)[number]

/** An account of the books, before the network gives it a name. */
export type Account =
  | 'receivable'
  | 'writeOffs'
  | 'credits'
  | 'undeposited'
  | 'fees'
  | `income:${ProgramId}`
  | `bank:${ProfileId}`
  | `stripe:${ProfileId}`

/** Where money is once it has arrived: checks and cash wait for a deposit, cards and debits for Stripe's payout. */
export const moneyAccount = (method: ReceiptMethod | null, profileId: ProfileId, byStripe: boolean): Account => {
  if (byStripe) return `stripe:${profileId}`
  return method === 'check' || method === 'cash' ? 'undeposited' : `bank:${profileId}`
}

/**
 * How an event changes one bill, in cents. `assessed`: its amount. `collected`: the money that settles it. `unapplied`:
 * money kept as credit. `waived`: the balance that archiving it waives.
 */
export type BillChange = Readonly<{ programId: ProgramId; assessed: Cents; collected: Cents; unapplied: Cents; waived: Cents }>

/** The change of money that belongs to the changes of bills; `account` is where it arrives or leaves. */
type OnBills = Readonly<{ kind: 'bills'; changes: readonly BillChange[]; account: Account }>
/** Money that moves between two accounts of the books. */
type Transfer =
  | Readonly<{ kind: 'fee'; profileId: ProfileId; amount: Cents }>
  | Readonly<{ kind: 'payout'; profileId: ProfileId; amount: Cents }>
  | Readonly<{ kind: 'deposit'; profileId: ProfileId; amount: Cents }>
export type Movement = OnBills | Transfer

/** A line of a journal entry: a debit is above zero, a credit below. */
export type EntryLine = Readonly<{ account: Account; cents: Cents }>

const transferLines = (movement: Transfer): EntryLine[] => {
  const { kind, profileId, amount } = movement
  const between = {
    fee: ['fees', `stripe:${profileId}`],
    payout: [`bank:${profileId}`, `stripe:${profileId}`],
    deposit: [`bank:${profileId}`, 'undeposited'],
  } as const
  const [to, from] = between[kind]
  return [
    { account: to, cents: amount },
    { account: from, cents: -amount },
  ]
}

const billLines = (basis: Basis, { programId, assessed, collected, unapplied, waived }: BillChange, account: Account): EntryLine[] => {
  const money: EntryLine[] = [
    { account, cents: collected + unapplied },
    { account: 'credits', cents: -unapplied },
  ]
  return basis === 'cash'
    ? [...money, { account: `income:${programId}`, cents: -collected }]
    : [
        ...money,
        { account: 'receivable', cents: assessed - collected - waived },
        { account: `income:${programId}`, cents: -assessed },
        { account: 'writeOffs', cents: waived },
      ]
}

/**
 * The lines of the journal entry for a movement, one for each account that changes; none if the basis has no entry for
 * it. They add up to zero for every movement, by construction.
 */
export const entryLines = (movement: Movement, basis: Basis): EntryLine[] => {
  const lines = movement.kind === 'bills' ? movement.changes.flatMap((change) => billLines(basis, change, movement.account)) : transferLines(movement)
  const sums = new Map<Account, Cents>()
  for (const { account, cents } of lines) sums.set(account, (sums.get(account) ?? 0) + cents)
  return [...sums].flatMap(([account, cents]) => (cents === 0 ? [] : [{ account, cents }]))
}
