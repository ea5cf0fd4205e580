import type { BillEvent } from '../../modules/bills/events.ts'
import { type Instant, instantOf } from '../../modules/kernel/dates.ts'
import type { NetworkEvent } from '../../modules/networks/events.ts'
import { categoryOf, type EventStore, type RecordedEvent } from '../../modules/platform/event-store/event-store.ts'
import { openTexts, type PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import { copyNoted, journalColumns, type Noted, notedIn } from '../audit/journal.ts'
import { columns, tableColumns } from '../columns.ts'
import { copyRows } from '../copy-rows.ts'
import { forgetPayors } from '../forget-payors.ts'
import type { Projection, Recorded, Transaction } from '../projection.ts'
import { giveCodes } from './bill-codes.ts'
import {
  type BillCount,
  type BillRow,
  foldLedger,
  foldPayors,
  type Moved,
  mentionedIn,
  type Others,
  type Past,
  type PaymentRow,
  type Total,
} from './ledger.ts'
import { numberReceipts } from './receipt-numbers.ts'

/** Counts change by steps of this many events of the log. */
const STEP = 1_000

/** Up to this many new rows are part of the one statement; more are written with COPY, which is faster. */
const FEW = 50

const billTypes = {
  id: 'text',
  code: 'text',
  network_id: 'uuid',
  program_id: 'uuid',
  payor_id: 'uuid',
  state: 'text',
  amount: 'bigint',
  collected: 'bigint',
  balance: 'bigint',
  due_date: 'date',
  period: 'date',
  n: 'int',
  claim_method: 'text',
  claimed_at: 'timestamptz',
  debit: 'text',
  returned_at: 'timestamptz',
  returned_code: 'text',
  paying_since: 'timestamptz',
  replaced: 'boolean',
  adjusted: 'bigint',
  credited: 'bigint',
  unapplied: 'bigint',
  created_at: 'timestamptz',
  position: 'bigint',
  revision: 'int',
  since: 'bigint',
  changed_at: 'timestamptz',
  took: 'bigint',
} as const
const billColumns = tableColumns<BillRow>()(billTypes)
const pastBillColumns = tableColumns<Past<BillRow>>()({ ...billTypes, until: 'bigint' })

const paymentTypes = {
  id: 'uuid',
  bill_id: 'text',
  network_id: 'uuid',
  program_id: 'uuid',
  payor_id: 'uuid',
  amount: 'bigint',
  applied: 'bigint',
  used: 'bigint',
  refunded: 'bigint',
  disputed: 'bigint',
  method: 'text',
  reference: 'text',
  language: 'text',
  receipt_number: 'text',
  status: 'text',
  received_on: 'date',
  fee: 'bigint',
  net: 'bigint',
  account_id: 'text',
  intent_id: 'text',
  created_at: 'timestamptz',
  position: 'bigint',
  since: 'bigint',
} as const
const paymentColumns = tableColumns<PaymentRow>()(paymentTypes)
const pastPaymentColumns = tableColumns<Past<PaymentRow>>()({ ...paymentTypes, until: 'bigint' })

/** The driver reads moments as dates. */
const momentOf = (read: Date): Instant => instantOf(read.getTime())

type ReadBill = Omit<BillRow, 'createdAt' | 'claimedAt' | 'returnedAt' | 'payingSince' | 'changedAt'> &
  Readonly<{ createdAt: Date; claimedAt: Date | null; returnedAt: Date | null; payingSince: Date | null; changedAt: Date }>

const loadBills = async (tx: Transaction, ids: readonly string[]): Promise<Map<string, BillRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<ReadBill>({
    name: 'bills-of-events',
    text: `select ${billColumns.selected} from bills where id = any($1)`,
    values: [ids],
  })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        createdAt: momentOf(row.createdAt),
        claimedAt: row.claimedAt && momentOf(row.claimedAt),
        returnedAt: row.returnedAt && momentOf(row.returnedAt),
        payingSince: row.payingSince && momentOf(row.payingSince),
        changedAt: momentOf(row.changedAt),
        position: BigInt(row.position),
        since: BigInt(row.since),
      },
    ]),
  )
}

const loadPayments = async (tx: Transaction, ids: readonly string[]): Promise<Map<string, PaymentRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<Omit<PaymentRow, 'createdAt'> & Readonly<{ createdAt: Date }>>(
    `select ${paymentColumns.selected} from payments where id = any($1::uuid[])`,
    [ids],
  )
  return new Map(
    rows.map((row) => [row.id, { ...row, createdAt: momentOf(row.createdAt), position: BigInt(row.position), since: BigInt(row.since) }]),
  )
}

/** The other bills of the payors whose bills moved, summarized; before the batch's new bills are there. */
const loadOthers = async (tx: Transaction, moved: readonly Moved[], known: ReadonlyMap<string, BillRow>): Promise<readonly Others[]> => {
  const { rows } = await tx.query<Others>({
    name: 'other-bills',
    text: `select payor_id as "payorId", program_id as "programId", min(due_date) filter (where balance > 0) as "firstDue", bool_or(state <> 'Archived') as counted
     from bills where payor_id = any($1::uuid[]) and id <> all($2::text[]) group by payor_id, program_id`,
    values: [[...new Set(moved.map(({ bill }) => bill.payorId))], moved.map(({ bill }) => bill.id).filter((id) => known.has(id))],
  })
  return rows
}

/** The sets of rows that one statement takes. */
const sets = {
  changed_bills: columns<Past<BillRow>>()({
    id: 'text',
    state: 'text',
    amount: 'bigint',
    collected: 'bigint',
    balance: 'bigint',
    claim_method: 'text',
    claimed_at: 'timestamptz',
    debit: 'text',
    returned_at: 'timestamptz',
    returned_code: 'text',
    paying_since: 'timestamptz',
    replaced: 'boolean',
    adjusted: 'bigint',
    credited: 'bigint',
    unapplied: 'bigint',
    revision: 'int',
    since: 'bigint',
    changed_at: 'timestamptz',
    took: 'bigint',
    until: 'bigint',
  }),
  new_payments: paymentColumns,
  paid: columns<PaymentRow>()({ program_id: 'uuid', network_id: 'uuid' }),
  changed_payments: columns<Past<PaymentRow>>()({
    id: 'uuid',
    applied: 'bigint',
    used: 'bigint',
    refunded: 'bigint',
    disputed: 'bigint',
    status: 'text',
    fee: 'bigint',
    net: 'bigint',
    since: 'bigint',
    until: 'bigint',
  }),
  sums: tableColumns<Total>()({
    program_id: 'uuid',
    due_date: 'date',
    network_id: 'uuid',
    assessed: 'bigint',
    collected: 'bigint',
    outstanding: 'bigint',
    unapplied: 'bigint',
  }),
  counted: tableColumns<BillCount>()({ network_id: 'uuid', step: 'bigint', program_id: 'uuid', state: 'text', due_date: 'date', bills: 'int' }),
  owing: columns<Changes['debtors'][number]>()({ network_id: 'uuid', first_due: 'date', payors: 'int' }),
  billed: columns<Changes['billed'][number]>()({ program_id: 'uuid', payors: 'int' }),
  noted: journalColumns,
  money: columns<Changes['collections'][number]>()({ network_id: 'uuid', at: 'timestamptz', cents: 'bigint' }),
} as const
type SetName = keyof typeof sets
type Sets = Readonly<{ [Name in SetName]: Parameters<(typeof sets)[Name]['arrays']>[0] }>
const setNames = Object.keys(sets) as SetName[]

/** `name (columns) as (select * from unnest($n::type[], …))` for each set, its parameters in order. */
const given = (() => {
  let first = 1
  return setNames.map((name) => {
    const { names, unnested } = sets[name]
    const set = `${name} (${names.join(', ')}) as (select * from ${unnested(first)})`
    first += names.length
    return set
  })
})()

/** What counts and sums; a row of it that comes to 0 goes. */
const emptiable = ['moved_counts', 'moved_steps', 'moved_debtors', 'moved_payors', 'moved_collections', 'moved_months']

/** All changes of a batch except new bills, in one statement: one round trip instead of ten. */
const allChanges = `
  with ${given.join(',\n')},
  -- All parts of a statement see the tables as they were before it: these are the versions that end.
  ended_bills as (insert into bills_past select b.*, c.until from bills b join changed_bills c on c.id = b.id),
  ended_payments as (insert into payments_past select p.*, c.until from payments p join changed_payments c on c.id = p.id),
  updated_bills as (update bills b set state = c.state, amount = c.amount, collected = c.collected, balance = c.balance,
          claim_method = c.claim_method, claimed_at = c.claimed_at, debit = c.debit, returned_at = c.returned_at, returned_code = c.returned_code, paying_since = c.paying_since, replaced = c.replaced,
          adjusted = c.adjusted, credited = c.credited, unapplied = c.unapplied, revision = c.revision, since = c.since, changed_at = c.changed_at, took = c.took
        from changed_bills c where b.id = c.id),
  added_payments as (insert into payments (${paymentColumns.names.join(', ')}) select * from new_payments),
  updated_payments as (update payments p set applied = c.applied, used = c.used, refunded = c.refunded, disputed = c.disputed, status = c.status,
          fee = c.fee, net = c.net, since = c.since
        from changed_payments c where p.id = c.id),
  noted_events as (insert into journal (${journalColumns.names.join(', ')}) select * from noted),
  moved_totals as (insert into totals as t (program_id, due_date, network_id, assessed, collected, outstanding, unapplied) select * from sums
        on conflict (program_id, due_date) do update set assessed = t.assessed + excluded.assessed, collected = t.collected + excluded.collected,
          outstanding = t.outstanding + excluded.outstanding, unapplied = t.unapplied + excluded.unapplied),
  moved_counts as (insert into bill_counts as t (scope, network_id, state, due_date, bills)
         select s.scope, c.network_id, c.state, c.due_date, sum(c.bills) from counted c cross join lateral (values (c.program_id), (c.network_id)) as s (scope)
         group by s.scope, c.network_id, c.state, c.due_date
         on conflict (scope, state, due_date) do update set bills = t.bills + excluded.bills returning t.bills as rest),
  moved_steps as (insert into bill_count_steps as t (network_id, step, program_id, state, due_date, bills) select * from counted
         on conflict (network_id, step, program_id, state, due_date) do update set bills = t.bills + excluded.bills returning t.bills as rest),
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
  // A rebuild would not have them either.
  if (!answer[0]?.emptied) return
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

const isOfNetwork = (event: RecordedEvent): event is Recorded<NetworkEvent> => categoryOf(event.stream) === 'network'

/**
 * Bills, payments and totals change in one transaction, so that all figures read at one moment agree to the cent.
 */
export const ledgerProjection = (
  personal: PersonalData,
  { positionsPerEvent = 1 }: Partial<Pick<EventStore, 'positionsPerEvent'>> = {},
): Projection => ({
  name: 'ledger',
  categories: ['bill', 'member', 'network'],
  own: ['bill'],
  fold: async (tx, recorded) => {
    const ofBills = recorded.filter(({ stream }) => categoryOf(stream) === 'bill')
    const events = (await openTexts(personal, ['reference'], ofBills)) as readonly Recorded<BillEvent>[]
    const earlier = mentionedIn(events)
    const known = { bills: await loadBills(tx, [...earlier.bills]), payments: await loadPayments(tx, [...earlier.payments]) }
    const { issued, changed, payments, changedPayments, pastBills, pastPayments, networkOf, moved, ...sums } = foldLedger(
      known,
      events,
      BigInt(STEP * positionsPerEvent),
    )
    const payors = moved.length > 0 ? foldPayors(moved, await loadOthers(tx, moved, known.bills)) : { debtors: [], billed: [] }
    await numberReceipts(tx, payments, recorded.filter(isOfNetwork))
    await giveCodes(tx, issued)
    await copyRows(tx, 'bills', billColumns.names, issued.map(billColumns.cells))
    if (payments.length > FEW) await copyRows(tx, 'payments', paymentColumns.names, payments.map(paymentColumns.cells))
    // A bill that was issued and changed in one batch has versions from before its code was given; so have payments and their numbers.
    const codes = new Map(issued.map(({ id, code }) => [id, code]))
    for (const past of pastBills) past.code = codes.get(past.id) ?? past.code
    await copyRows(tx, 'bills_past', pastBillColumns.names, pastBills.map(pastBillColumns.cells))
    const numbers = new Map(payments.map(({ id, receiptNumber }) => [id, receiptNumber]))
    for (const past of pastPayments) past.receiptNumber = numbers.get(past.id) ?? past.receiptNumber
    await copyRows(tx, 'payments_past', pastPaymentColumns.names, pastPayments.map(pastPaymentColumns.cells))
    // As recorded: opened texts are not what the network's tree holds.
    const noted = ofBills.map((event, i) => notedIn(networkOf(events[i] as Recorded<BillEvent>), event))
    if (noted.length > FEW) await copyNoted(tx, noted)
    await apply(tx, { changed, payments, changedPayments, noted, ...sums, ...payors })
    await forgetPayors(tx, recorded, 'payments', ['reference'])
    await forgetPayors(tx, recorded, 'payments_past', ['reference'])
  },
})
