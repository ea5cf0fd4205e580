import type pg from 'pg'
import type { ObservedIntent } from '../bills/contract.ts'
import type { Clock, Instant } from '../kernel/dates.ts'
import { instantOf } from '../kernel/dates.ts'
import { nullWithoutAccess } from '../kernel/errors.ts'
import type { BillId } from '../kernel/ids.ts'
import { type Cents, grouped } from '../kernel/money.ts'
import { eachInTurn } from '../platform/each-in-turn.ts'
import type { Appended } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { BalanceMovement, Difference, PayoutPort, RecordedIntent } from './contract.ts'

const DAY_MS = 86_400_000
/** Each comparison looks back this far, since Stripe may book late. */
const WINDOW_MS = 7 * DAY_MS
/** Payouts of these days are checked: within them a payout is settled and arrives. */
const PAYOUTS_MS = 14 * DAY_MS
const EVERY_MS = 3_600_000
const POLL_EVERY_MS = 5 * 60_000
/** An attempt that was not paid within this time counts as abandoned. */
const ABANDONED_MS = DAY_MS

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    reconcile: Readonly<{ accountId: string }>
    'close-abandoned-attempts': Readonly<Record<never, never>>
  }
}

export type ReconcilerDependencies = Readonly<{
  pool: pg.Pool
  log: Pick<Log, 'warn'>
  now: Clock
  addJob: (job: Job) => Promise<void>
  settled: (shown: readonly Appended[]) => Promise<unknown>
  /** null if Stripe is not set up. */
  payouts: PayoutPort | null
  /** Records Stripe's state of an intent on its bill; null if the intent belongs to no bill. */
  observeIntent: (
    accountId: string,
    intentId: string,
    circumstances: Circumstances,
  ) => Promise<Readonly<{ shown: readonly Appended[]; observed: Pick<ObservedIntent, 'status'> }> | null>
  observePayout: (accountId: string, payoutId: string, circumstances: Circumstances) => Promise<void>
  /** Records the current state of an account at Stripe. */
  refreshAccount: (accountId: string) => Promise<void>
  connectedAccounts: () => Promise<readonly string[]>
  paymentsByIntent: (accountId: string, intents: readonly string[]) => Promise<ReadonlyMap<string, RecordedIntent>>
  billsPaidSince: (before: Instant) => Promise<readonly BillId[]>
  /** Queues jobs for the events in the webhook inbox that no job has processed yet. */
  handOutWebhooks: () => Promise<void>
  /** Queues jobs that remove deleted users' cards from Stripe. */
  forgetLater: () => Promise<void>
  closeAbandoned: (billId: BillId, circumstances: Circumstances) => Promise<void>
}>

/** One payment as Stripe's books show it. */
type Booked = Readonly<{ intentId: string; paid: Cents; fee: Cents; refunded: Cents }>

const sum = (movements: readonly BalanceMovement[], of: (one: BalanceMovement) => number): Cents =>
  movements.reduce((total, one) => total + of(one), 0)

/** The payments in Stripe's books that were booked in the window. */
const bookedOf = (movements: readonly BalanceMovement[]): Booked[] =>
  [...grouped(movements, ({ intentId }) => intentId)].flatMap(([intentId, mine]) => {
    if (!intentId) return []
    const paid = mine.filter(({ kind }) => kind === 'payment')
    if (paid.length === 0) return []
    const refunded = mine.filter(({ kind }) => kind === 'refund')
    return [{ intentId, paid: sum(paid, ({ gross }) => gross), fee: sum(paid, ({ fee }) => fee), refunded: -sum(refunded, ({ gross }) => gross) }]
  })

/** The payments, of any age, with a refund or dispute in the window. */
const takenBackIn = (movements: readonly BalanceMovement[]): string[] =>
  movements.flatMap(({ kind, intentId }) => (intentId && (kind === 'refund' || kind === 'dispute') ? [intentId] : []))

/** The differences between the log and Stripe's books. */
const differencesOf = ({ intentId, paid, fee, refunded }: Booked, recorded: RecordedIntent | undefined): Difference[] => {
  // Money that was booked in and out again, such as a returned bank debit, is not a missing payment.
  if (!recorded) return paid === 0 ? [] : [{ intentId, what: 'missing', stripe: paid, recorded: null }]
  const compared = [
    { what: 'amount' as const, stripe: paid, recorded: recorded.amount },
    { what: 'fee' as const, stripe: fee, recorded: recorded.fee },
    { what: 'refunded' as const, stripe: refunded, recorded: recorded.refunded },
  ]
  return compared.filter((one) => one.stripe !== one.recorded).map((one) => ({ intentId, ...one }))
}

/**
 * Compares Stripe's books with the log, since a webhook may be lost, or a process may crash between Stripe's answer and
 * the log. Missing payments are fetched and recorded; differences that remain are shown to the Admins
 * (docs.stripe.com/api/balance_transactions).
 */
export const reconciler = (needs: ReconcilerDependencies) => {
  const { pool, log, now, addJob, settled, payouts, observeIntent, observePayout, refreshAccount, connectedAccounts, paymentsByIntent } = needs
  const because = (cause: string): Circumstances => ({ actor: 'system:reconciler', at: now(), cause: `reconcile/${cause}/${now()}` })
  const ago = (milliseconds: number): Instant => instantOf(Date.parse(now()) - milliseconds)

  /**
   * Records Stripe's state of these payments, and adds those that belong to bills to `ours`. A payment that cannot be
   * fetched is added, too. A bank debit in progress is not added, although Stripe books it when it is submitted
   * (docs.stripe.com/reports/balance-transaction-types).
   */
  const lookUp = (accountId: string, intents: Iterable<string>, ours: Set<string>): Promise<void> =>
    eachInTurn(intents, async (intentId) => {
      ours.add(intentId)
      const seen = await observeIntent(accountId, intentId, because(intentId))
      if (seen) await settled(seen.shown)
      if (seen?.observed.status !== 'succeeded') ours.delete(intentId)
    })

  const reconcile = async (accountId: string): Promise<void> => {
    if (!payouts) return
    const movements = await nullWithoutAccess(payouts.movements(accountId, ago(WINDOW_MS)))
    // The church may have revoked our access without a webhook reporting it.
    if (!movements) return refreshAccount(accountId)
    const booked = bookedOf(movements)
    const known = await paymentsByIntent(
      accountId,
      booked.map(({ intentId }) => intentId),
    )
    const unlike = booked.filter((one) => differencesOf(one, known.get(one.intentId)).length > 0)
    const ours = new Set<string>()
    const checkPayments = () => lookUp(accountId, new Set([...unlike.map(({ intentId }) => intentId), ...takenBackIn(movements)]), ours)
    const checkPayouts = async () =>
      eachInTurn(await payouts.since(accountId, ago(PAYOUTS_MS)), (payoutId) => observePayout(accountId, payoutId, because(payoutId)))
    const note = async () => {
      // Leaves out payments that belong to no bill: the church's other sales on the same account.
      const mine = unlike.filter(({ intentId }) => ours.has(intentId))
      const after = await paymentsByIntent(
        accountId,
        mine.map(({ intentId }) => intentId),
      )
      const differences = mine.flatMap((one) => differencesOf(one, after.get(one.intentId)))
      const settledNow = mine.filter(({ intentId }) => !known.has(intentId) && after.has(intentId)).length
      await pool.query(
        `insert into reconciliations (account_id, at, compared, settled, differences) values ($1, $2, $3, $4, $5)
         on conflict (account_id) do update set at = excluded.at, compared = excluded.compared, settled = excluded.settled, differences = excluded.differences`,
        [accountId, now(), movements.length, settledNow, JSON.stringify(differences)],
      )
    }
    await eachInTurn([checkPayments, checkPayouts, note, () => refreshAccount(accountId)], (step) => step())
  }

  const dueAccounts = async (): Promise<string[]> => {
    const accounts = await connectedAccounts()
    const { rows } = await pool.query<{ accountId: string }>(
      'select account_id as "accountId" from reconciliations where account_id = any($1) and at > $2',
      [accounts, ago(EVERY_MS)],
    )
    const recent = new Set(rows.map((row) => row.accountId))
    return accounts.filter((accountId) => !recent.has(accountId))
  }

  const check = async (): Promise<void> => {
    if (!payouts) return
    const compare = async () => {
      for (const accountId of await dueAccounts()) await addJob({ task: 'reconcile', payload: { accountId }, key: `reconcile/${accountId}` })
    }
    const closeAbandoned = () => addJob({ task: 'close-abandoned-attempts', payload: {}, key: 'abandoned' })
    await eachInTurn([compare, needs.handOutWebhooks, closeAbandoned, needs.forgetLater], (part) => part())
  }

  const tasks: Pick<Tasks, 'reconcile' | 'close-abandoned-attempts'> = {
    reconcile: ({ accountId }) => reconcile(accountId),
    'close-abandoned-attempts': async () => {
      const bills = await needs.billsPaidSince(ago(ABANDONED_MS))
      await eachInTurn(bills, (billId) => nullWithoutAccess(needs.closeAbandoned(billId, because(billId))))
    },
  }

  return {
    tasks,
    reconcile,
    /**
     * Runs the due comparisons at once, without queueing jobs. If Stripe does not answer, a job repeats the account's
     * comparison later.
     */
    compareWhatIsDue: async (): Promise<void> => {
      if (!payouts) return
      await eachInTurn(await dueAccounts(), (accountId) =>
        reconcile(accountId).catch(() => addJob({ task: 'reconcile', payload: { accountId }, key: `reconcile/${accountId}` })),
      )
    },
    /** Compares every connected account once an hour, until the signal aborts. */
    keepTime: (signal: AbortSignal): void => {
      const again = () => void check().catch((err: unknown) => log.warn({ err }, 'Stripe was not looked at'))
      again()
      const timer = setInterval(again, POLL_EVERY_MS)
      signal.addEventListener('abort', () => clearInterval(timer))
    },
  }
}
