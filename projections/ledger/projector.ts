import { billEvents } from '../../modules/bills/events.ts'
import { isIn } from '../../modules/kernel/events.ts'
import { networkEvents } from '../../modules/networks/events.ts'
import { payorEvents } from '../../modules/payors/events.ts'
import type { EventStore } from '../../modules/platform/event-store/event-store.ts'
import { openTexts, type PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import { remittanceEvents } from '../../modules/remittances/events.ts'
import { journal, type Noted, notedIn } from '../audit/journal.ts'
import { forgetPayors } from '../forget-payors.ts'
import { type Projection, projectionOf, type Transaction } from '../projection.ts'
import { giveCodes } from './bill-codes.ts'
import { foldLedger, foldPayors, type Moved, mentionedIn, type Others } from './ledger.ts'
import { numberReceipts } from './receipt-numbers.ts'
import { type BillRow, billCountSteps, billedPayors, bills, collections, debtors, type PaymentRow, payments, totals } from './tables.ts'

/** The number of positions in a step of the counts. */
const STEP = 1_000

/** `allChanges` writes up to this many new rows. More rows are written with COPY, which is faster for them. */
const FEW = 50

const loadBills = async (tx: Transaction, ids: readonly string[]): Promise<Map<string, BillRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query({ name: 'bills-of-events', text: `select ${bills.columns.selected} from bills where id = any($1)`, values: [ids] })
  return new Map(rows.map((row) => [row.id, bills.read(row)]))
}

const loadPayments = async (tx: Transaction, ids: readonly string[]): Promise<Map<string, PaymentRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query(`select ${payments.columns.selected} from payments where id = any($1::uuid[])`, [ids])
  return new Map(rows.map((row) => [row.id, payments.read(row)]))
}

/**
 * Summarizes the other bills of payors whose bills have changed. Must run before the batch's new bills are inserted.
 */
const loadOthers = async (tx: Transaction, moved: readonly Moved[], known: ReadonlyMap<string, BillRow>): Promise<readonly Others[]> => {
  const { rows } = await tx.query<Others>({
    name: 'other-bills',
    text: `select payor_id as "payorId", program_id as "programId", min(next_due) filter (where balance > 0) as "firstDue", bool_or(state <> 'Archived') as counted
     from bills where payor_id = any($1::uuid[]) and id <> all($2::text[]) group by payor_id, program_id`,
    values: [[...new Set(moved.map(({ bill }) => bill.payorId))], moved.map(({ bill }) => bill.id).filter((id) => known.has(id))],
  })
  return rows
}

/** The sets of rows that the statement `allChanges` takes. */
const sets = {
  changed_bills: bills.changed,
  new_payments: payments.columns,
  paid: payments.pick('programId', 'networkId'),
  changed_payments: payments.changed,
  sums: totals.columns,
  counted: billCountSteps.columns,
  owing: debtors.columns,
  billed: billedPayors.columns,
  noted: journal.columns,
  money: collections.columns,
} as const
type SetName = keyof typeof sets
type Sets = Readonly<{ [Name in SetName]: Parameters<(typeof sets)[Name]['arrays']>[0] }>
const setNames = Object.keys(sets) as SetName[]

/** For each set `name (columns) as (select * from unnest($n::type[], …))`, with its parameters in order. */
const given = (() => {
  let first = 1
  return setNames.map((name) => {
    const { names, list, unnested } = sets[name]
    const set = `${name} (${list}) as (select * from ${unnested(first)})`
    first += names.length
    return set
  })
})()

/** Tables of counts and sums whose rows are deleted when they reach 0. */
const emptiable = ['moved_totals', 'moved_counts', 'moved_steps', 'moved_debtors', 'moved_payors', 'moved_collections', 'moved_months']

/** All changes of a batch except new bills, in one statement, which saves nine round trips. */
const allChanges = `
  with ${given.join(',\n')},
  -- All parts of a statement see the tables as they were before it: these are the versions that end.
  ended_bills as (insert into bills_past select b.*, c.until from bills b join changed_bills c on c.id = b.id),
  ended_payments as (insert into payments_past select p.*, c.until from payments p join changed_payments c on c.id = p.id),
  updated_bills as (update bills b set ${bills.assigned} from changed_bills c where b.id = c.id),
  added_payments as (insert into payments (${payments.columns.list}) select * from new_payments),
  updated_payments as (update payments p set ${payments.assigned} from changed_payments c where p.id = c.id),
  noted_events as (insert into journal (${journal.columns.list}) select * from noted),
  moved_totals as (insert into totals as t (program_id, due_date, network_id, assessed, collected, outstanding, unapplied) select * from sums
        on conflict (program_id, due_date) do update set assessed = t.assessed + excluded.assessed, collected = t.collected + excluded.collected,
          outstanding = t.outstanding + excluded.outstanding, unapplied = t.unapplied + excluded.unapplied
        returning abs(t.collected) + abs(t.outstanding) + abs(t.unapplied) as rest),
  moved_counts as (insert into bill_counts as t (scope, network_id, state, next_due, bills)
         select s.scope, c.network_id, c.state, c.next_due, sum(c.bills) from counted c cross join lateral (values (c.program_id), (c.network_id)) as s (scope)
         group by s.scope, c.network_id, c.state, c.next_due
         on conflict (scope, state, next_due) do update set bills = t.bills + excluded.bills returning t.bills as rest),
  moved_steps as (insert into bill_count_steps as t (network_id, step, program_id, state, next_due, bills) select * from counted
         on conflict (network_id, step, program_id, state, next_due) do update set bills = t.bills + excluded.bills returning t.bills as rest),
  moved_payment_counts as (insert into payment_counts as t (scope, network_id, payments)
         select s.scope, c.network_id, count(*) from paid c cross join lateral (values (c.program_id), (c.network_id)) as s (scope) group by s.scope, c.network_id
         on conflict (scope) do update set payments = t.payments + excluded.payments),
  moved_debtors as (insert into debtors as t (network_id, first_due, payors) select * from owing
        on conflict (network_id, first_due) do update set payors = t.payors + excluded.payors returning t.payors as rest),
  moved_payors as (insert into billed_payors as t (program_id, payors) select * from billed
         on conflict (program_id) do update set payors = t.payors + excluded.payors returning t.payors as rest),
  moved_collections as (insert into collections as t (network_id, at, cents) select * from money
        on conflict (network_id, at) do update set cents = t.cents + excluded.cents returning t.cents as rest),
  moved_months as (insert into collection_months as t (network_id, month, cents)
         select network_id, date_trunc('month', at at time zone 'utc')::date, sum(cents) from money group by 1, 2
         on conflict (network_id, month) do update set cents = t.cents + excluded.cents returning t.cents as rest)
  select ${emptiable.map((counts) => `exists (select from ${counts} where rest = 0)`).join(' or ')} as emptied`

type Changes = Readonly<
  Pick<ReturnType<typeof foldLedger>, 'changed' | 'payments' | 'changedPayments' | 'totals' | 'counts' | 'collections'> &
    ReturnType<typeof foldPayors> & { noted: readonly Noted[] }
>

const apply = async (
  tx: Transaction,
  { changed, payments, changedPayments, totals, counts, debtors, billed, collections, noted }: Changes,
): Promise<void> => {
  const rows: Sets = {
    changed_bills: changed,
    new_payments: payments.length > FEW ? [] : payments,
    paid: payments,
    changed_payments: changedPayments,
    sums: totals,
    counted: counts,
    owing: debtors,
    billed,
    noted: noted.length > FEW ? [] : noted,
    money: collections,
  }
  const values = setNames.flatMap((name) => sets[name].arrays(rows[name] as readonly never[]))
  const { rows: answer } = await tx.query<{ emptied: boolean }>({ name: 'apply-batch', text: allChanges, values })
  // Deletes empty rows: after a rebuild they would not exist.
  if (!answer[0]?.emptied) return
  await tx.query('delete from totals where program_id = any($1::uuid[]) and collected = 0 and outstanding = 0 and unapplied = 0', [
    totals.map(({ programId }) => programId),
  ])
  await tx.query('delete from bill_counts where scope = any($1::uuid[]) and bills = 0', [counts.flatMap((c) => [c.programId, c.networkId])])
  await tx.query('delete from bill_count_steps where network_id = any($1::uuid[]) and step = any($2::bigint[]) and bills = 0', [
    counts.map(({ networkId }) => networkId),
    counts.map(({ step }) => step),
  ])
  await tx.query('delete from debtors where network_id = any($1::uuid[]) and payors = 0', [debtors.map((d) => d.networkId)])
  await tx.query('delete from billed_payors where program_id = any($1::uuid[]) and payors = 0', [billed.map((b) => b.programId)])
  const collecting = collections.map((c) => c.networkId)
  await tx.query('delete from collections where network_id = any($1::uuid[]) and cents = 0', [collecting])
  await tx.query('delete from collection_months where network_id = any($1::uuid[]) and cents = 0', [collecting])
}

const { MemberForgotten } = payorEvents
const ledgerEvents = { ...billEvents, ...remittanceEvents }
const { NetworkCreated, NetworkSettingsChanged, NetworkSettingsEdited } = networkEvents
const zoneEvents = { NetworkCreated, NetworkSettingsChanged, NetworkSettingsEdited }

/**
 * Bills, payments and totals change in the same transaction, so that figures that are read at one moment agree to the
 * cent.
 */
export const ledgerProjection = (
  personal: PersonalData,
  { positionsPerEvent = 1 }: Partial<Pick<EventStore, 'positionsPerEvent'>> = {},
): Projection =>
  projectionOf(
    { ...ledgerEvents, MemberForgotten, ...zoneEvents },
    {
      name: 'ledger',
      categories: ['bill', 'remittance', 'member', 'network'],
      own: ['bill', 'remittance'],
      fold: async (tx, recorded) => {
        const own = recorded.filter(isIn(ledgerEvents))
        const events = await openTexts(personal, ['reference'], own)
        const earlier = mentionedIn(events)
        const known = { bills: await loadBills(tx, [...earlier.bills]), payments: await loadPayments(tx, [...earlier.payments]) }
        const {
          issued,
          changed,
          payments: received,
          changedPayments,
          pastBills,
          pastPayments,
          networkOf,
          moved,
          ...sums
        } = foldLedger(known, events, BigInt(STEP * positionsPerEvent))
        const payors = moved.length > 0 ? foldPayors(moved, await loadOthers(tx, moved, known.bills)) : { debtors: [], billed: [] }
        await numberReceipts(tx, received, recorded.filter(isIn(zoneEvents)))
        await giveCodes(tx, issued)
        await bills.copy(tx, issued)
        if (received.length > FEW) await payments.copy(tx, received)
        // The row versions of this batch were made before its new bills had codes and its new payments had receipt
        // numbers, so these are filled in now.
        const codes = new Map(issued.map(({ id, code }) => [id, code]))
        for (const past of pastBills) past.code = codes.get(past.id) ?? past.code
        await bills.copyPast(tx, pastBills)
        const numbers = new Map(received.map(({ id, receiptNumber }) => [id, receiptNumber]))
        for (const past of pastPayments) past.receiptNumber = numbers.get(past.id) ?? past.receiptNumber
        await payments.copyPast(tx, pastPayments)
        // The events as the log has them, since the network's tree is made of encrypted texts.
        const noted = own.map((event, i) => notedIn(networkOf(events[i] as (typeof own)[number]), event))
        if (noted.length > FEW) await journal.copy(tx, noted)
        await apply(tx, { changed, payments: received, changedPayments, noted, ...sums, ...payors })
        for (const table of ['payments', 'payments_past'])
          for (const payor of ['payor_id', 'payer_id'] as const) await forgetPayors(tx, recorded, table, ['reference'], payor)
      },
    },
  )
