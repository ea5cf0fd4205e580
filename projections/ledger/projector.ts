import type { BillEvent } from '../../modules/bills/events.ts'
import { copyRows } from '../copy-rows.ts'
import type { Projection, Recorded, Transaction } from '../projection.ts'
import { type BillCount, type BillRow, foldLedger, foldPayors, type Moved, mentionedIn, type Others, type PaymentRow } from './ledger.ts'

const loadBills = async (tx: Transaction, ids: readonly string[]): Promise<Map<string, BillRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<BillRow & { createdAt: Date; claimedAt: Date | null }>(
    `select id, network_id as "networkId", program_id as "programId", payor_id as "payorId", state, amount, collected, balance,
            due_date as "dueDate", period, n, claim_method as "claimMethod", claimed_at as "claimedAt", adjusted, credited, created_at as "createdAt", position, revision
     from bills where id = any($1)`,
    [ids],
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        createdAt: row.createdAt.toISOString() as never,
        claimedAt: (row.claimedAt?.toISOString() ?? null) as never,
        position: BigInt(row.position),
      },
    ]),
  )
}

const loadPayments = async (tx: Transaction, ids: readonly string[]): Promise<Map<string, PaymentRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<PaymentRow & { createdAt: Date }>(
    `select id, bill_id as "billId", network_id as "networkId", program_id as "programId", payor_id as "payorId", amount, applied, used, refunded,
            method, reference, status, received_on as "receivedOn", created_at as "createdAt", position
     from payments where id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, { ...row, createdAt: row.createdAt.toISOString() as never, position: BigInt(row.position) }]))
}

/** Of the payors whose bills moved, what their other bills come to. */
const loadOthers = async (tx: Transaction, moved: readonly Moved[]): Promise<readonly Others[]> => {
  const { rows } = await tx.query<Others>(
    `select payor_id as "payorId", program_id as "programId", min(due_date) filter (where balance > 0) as "firstDue", bool_or(state <> 'Archived') as counted
     from bills where payor_id = any($1::uuid[]) and id <> all($2::text[]) group by payor_id, program_id`,
    [[...new Set(moved.map(({ bill }) => bill.payorId))], moved.map(({ bill }) => bill.id)],
  )
  return rows
}

/** Numbers of bills, by program and by network. What has come to none leaves, so that it is no row of a rebuild either. */
const countBills = async (tx: Transaction, counts: readonly BillCount[]): Promise<void> => {
  const columns = [
    counts.map((c) => c.programId),
    counts.map((c) => c.networkId),
    counts.map((c) => c.state),
    counts.map((c) => c.dueDate),
    counts.map((c) => c.bills),
  ]
  const { rows } = await tx.query(
    `insert into bill_counts as t (scope, network_id, state, due_date, bills)
     select s.scope, c.network_id, c.state, c.due_date, sum(c.bills)
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::date[], $5::int[]) as c (program_id, network_id, state, due_date, bills)
     cross join lateral (values (c.program_id), (c.network_id)) as s (scope)
     group by s.scope, c.network_id, c.state, c.due_date
     on conflict (scope, state, due_date) do update set bills = t.bills + excluded.bills returning t.bills`,
    columns,
  )
  if (rows.some(({ bills }) => bills === 0))
    await tx.query(
      `delete from bill_counts t using unnest($1::uuid[], $2::uuid[], $3::text[], $4::date[], $5::int[]) as c (program_id, network_id, state, due_date, bills)
       where t.scope in (c.program_id, c.network_id) and t.state = c.state and t.due_date = c.due_date and t.bills = 0`,
      columns,
    )
}

const countPayments = (tx: Transaction, payments: readonly PaymentRow[]) =>
  tx.query(
    `insert into payment_counts as t (scope, network_id, payments)
     select s.scope, c.network_id, count(*) from unnest($1::uuid[], $2::uuid[]) as c (program_id, network_id)
     cross join lateral (values (c.program_id), (c.network_id)) as s (scope) group by s.scope, c.network_id
     on conflict (scope) do update set payments = t.payments + excluded.payments`,
    [payments.map((p) => p.programId), payments.map((p) => p.networkId)],
  )

/** Numbers of payors: who owe since a day, and who have a bill of a program. */
const countPayors = async (tx: Transaction, { debtors, billed }: ReturnType<typeof foldPayors>): Promise<void> => {
  if (debtors.length > 0) {
    const columns = [debtors.map((d) => d.networkId), debtors.map((d) => d.firstDue), debtors.map((d) => d.payors)]
    await tx.query(
      `insert into debtors as t (network_id, first_due, payors) select * from unnest($1::uuid[], $2::date[], $3::int[])
       on conflict (network_id, first_due) do update set payors = t.payors + excluded.payors`,
      columns,
    )
    await tx.query(
      `delete from debtors t using unnest($1::uuid[], $2::date[]) as c (network_id, first_due)
       where t.network_id = c.network_id and t.first_due = c.first_due and t.payors = 0`,
      columns.slice(0, 2),
    )
  }
  if (billed.length > 0) {
    await tx.query(
      `insert into billed_payors as t (program_id, payors) select * from unnest($1::uuid[], $2::int[])
       on conflict (program_id) do update set payors = t.payors + excluded.payors`,
      [billed.map((b) => b.programId), billed.map((b) => b.payors)],
    )
    await tx.query('delete from billed_payors where program_id = any($1::uuid[]) and payors = 0', [billed.map((b) => b.programId)])
  }
}

/**
 * Bills, payments and every total move together, in one transaction: whatever is read at one moment agrees to the cent.
 */
export const ledgerProjection: Projection = {
  name: 'ledger',
  categories: ['bill'],
  fold: async (tx, recorded) => {
    const events = recorded as readonly Recorded<BillEvent>[]
    const earlier = mentionedIn(events)
    const known = { bills: await loadBills(tx, [...earlier.bills]), payments: await loadPayments(tx, [...earlier.payments]) }
    const { issued, changed, payments, changedPayments, totals, counts, moved, collections } = foldLedger(known, events)
    if (moved.length > 0) await countPayors(tx, foldPayors(moved, await loadOthers(tx, moved)))
    if (counts.length > 0) await countBills(tx, counts)
    if (payments.length > 0) await countPayments(tx, payments)

    await copyRows(
      tx,
      'bills',
      [
        'id',
        'network_id',
        'program_id',
        'payor_id',
        'state',
        'amount',
        'collected',
        'balance',
        'due_date',
        'period',
        'n',
        'claim_method',
        'claimed_at',
        'adjusted',
        'credited',
        'created_at',
        'position',
        'revision',
      ],
      issued.map((b) => [
        b.id,
        b.networkId,
        b.programId,
        b.payorId,
        b.state,
        b.amount,
        b.collected,
        b.balance,
        b.dueDate,
        b.period,
        b.n,
        b.claimMethod,
        b.claimedAt,
        b.adjusted,
        b.credited,
        b.createdAt,
        b.position,
        b.revision,
      ]),
    )
    if (changed.length > 0)
      await tx.query(
        `update bills b set state = c.state, amount = c.amount, collected = c.collected, balance = c.balance, claim_method = c.claim_method, claimed_at = c.claimed_at,
           adjusted = c.adjusted, credited = c.credited, revision = c.revision
         from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::timestamptz[], $8::bigint[], $9::bigint[], $10::int[])
           as c (id, state, amount, collected, balance, claim_method, claimed_at, adjusted, credited, revision)
         where b.id = c.id`,
        [
          changed.map((b) => b.id),
          changed.map((b) => b.state),
          changed.map((b) => b.amount),
          changed.map((b) => b.collected),
          changed.map((b) => b.balance),
          changed.map((b) => b.claimMethod),
          changed.map((b) => b.claimedAt),
          changed.map((b) => b.adjusted),
          changed.map((b) => b.credited),
          changed.map((b) => b.revision),
        ],
      )
    await copyRows(
      tx,
      'payments',
      [
        'id',
        'bill_id',
        'network_id',
        'program_id',
        'payor_id',
        'amount',
        'applied',
        'used',
        'refunded',
        'method',
        'reference',
        'status',
        'received_on',
        'created_at',
        'position',
      ],
      payments.map((p) => [
        p.id,
        p.billId,
        p.networkId,
        p.programId,
        p.payorId,
        p.amount,
        p.applied,
        p.used,
        p.refunded,
        p.method,
        p.reference,
        p.status,
        p.receivedOn,
        p.createdAt,
        p.position,
      ]),
    )
    if (changedPayments.length > 0)
      await tx.query(
        `update payments p set applied = c.applied, used = c.used, refunded = c.refunded, status = c.status
         from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) as c (id, applied, used, refunded, status) where p.id = c.id`,
        [
          changedPayments.map((p) => p.id),
          changedPayments.map((p) => p.applied),
          changedPayments.map((p) => p.used),
          changedPayments.map((p) => p.refunded),
          changedPayments.map((p) => p.status),
        ],
      )
    if (totals.length > 0)
      await tx.query(
        `insert into totals as t (program_id, due_date, network_id, assessed, collected, outstanding, unapplied)
         select * from unnest($1::uuid[], $2::date[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
         on conflict (program_id, due_date) do update set assessed = t.assessed + excluded.assessed, collected = t.collected + excluded.collected,
           outstanding = t.outstanding + excluded.outstanding, unapplied = t.unapplied + excluded.unapplied`,
        [
          totals.map((t) => t.programId),
          totals.map((t) => t.dueDate),
          totals.map((t) => t.networkId),
          totals.map((t) => t.assessed),
          totals.map((t) => t.collected),
          totals.map((t) => t.outstanding),
          totals.map((t) => t.unapplied),
        ],
      )
    if (collections.length > 0) {
      const columns = [collections.map((c) => c.networkId), collections.map((c) => c.at), collections.map((c) => c.cents)]
      await tx.query(
        `insert into collections as c (network_id, at, cents) select * from unnest($1::uuid[], $2::timestamptz[], $3::bigint[])
         on conflict (network_id, at) do update set cents = c.cents + excluded.cents`,
        columns,
      )
      await tx.query(
        `insert into collection_days as c (network_id, day, cents)
         select network_id, (at at time zone 'utc')::date, sum(cents) from unnest($1::uuid[], $2::timestamptz[], $3::bigint[]) as one (network_id, at, cents) group by 1, 2
         on conflict (network_id, day) do update set cents = c.cents + excluded.cents`,
        columns,
      )
    }
  },
}
