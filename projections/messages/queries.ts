import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { LAPSE_DAYS } from '../../modules/autopay/contract.ts'
import { LEAST_BY_STRIPE, MOST_BY_STRIPE, PositionChange, ReceiptMethod } from '../../modules/bills/contract.ts'
import { nextDueOf, nextPartOf } from '../../modules/bills/plan.ts'
import { type CampaignRun, type CampaignStats, RunReason, RunStatus } from '../../modules/campaigns/contract.ts'
import { Instant, LocalDate } from '../../modules/kernel/date-schemas.ts'
import { BillId, MessageId, NetworkId, PaymentId, PayorId, ProgramId, ReceiptNumber, RunId } from '../../modules/kernel/ids.ts'
import { grouped } from '../../modules/kernel/money.ts'
import { methodNames } from '../../modules/kernel/payment-methods.ts'
import { type OfferedMethod, type PendingMail, Purpose, type Waiting } from '../../modules/messages/contract.ts'
import { failureReasons } from '../../modules/messages/values.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { loader } from '../../modules/platform/speed/loader.ts'
import { Language } from '../../modules/shared/api.ts'
import { StoredPlan } from '../bills/list.ts'
import { kept, paidBy, receivedOn } from '../payments/list.ts'

const MailRow = z.object({
  id: MessageId,
  position: z.number().int(),
  queuedAt: Instant,
  networkId: NetworkId,
  runId: RunId.nullable(),
  purpose: Purpose,
  payorId: PayorId,
  payorName: z.string(),
  salutation: z.string(),
  email: z.string().nullable(),
  isShared: z.boolean(),
  sender: z.string(),
  networkName: z.string(),
  language: Language,
  trackMail: z.boolean(),
  today: LocalDate,
  note: z.string().nullable(),
  change: PositionChange.nullable(),
  paidId: PaymentId.nullable(),
  paidAmount: z.number().int().nullable(),
  paidMethod: ReceiptMethod.nullable(),
  paidReference: z.string().nullable(),
  paidBy: z.string().nullable(),
  paidKept: z.number().int().nullable(),
  paidOn: LocalDate.nullable(),
  receiptNumber: ReceiptNumber.nullable(),
  billCount: z.number().int(),
})
const MailedBillRow = z.object({
  messageId: MessageId,
  id: BillId,
  code: z.string(),
  payorName: z.string(),
  isOfCongregation: z.boolean(),
  programName: z.string(),
  programDescription: z.string().nullable(),
  open: z.boolean(),
  active: z.boolean(),
  archived: z.boolean(),
  amount: z.number().int(),
  balance: z.number().int(),
  dueDate: LocalDate,
  plan: StoredPlan.nullable(),
  claimAmount: z.number().int().nullable(),
  paidId: PaymentId.nullable(),
  paidAmount: z.number().int().nullable(),
  paidKept: z.number().int().nullable(),
  enabled: z.array(z.enum(methodNames)),
  charges: z.boolean(),
  debits: z.boolean(),
})

/** Bills for which mails may ask for money: open, not claimed, and the payor has not left the program (R54). */
const askable = sql.fragment`b.state in ('Unpaid', 'Partial', 'Failed')
  and not exists (select from left_programs l where l.program_id = b.program_id and l.payor_id = b.payor_id)`

/** The enabled methods and Stripe capabilities of the attached profile f. */
const taken = sql.fragment`coalesce(f.enabled, '{}') as enabled, coalesce(f.charges, false) as charges, coalesce(f.debits, false) as debits`

type Owed = Pick<z.infer<typeof MailedBillRow>, 'enabled' | 'charges' | 'debits' | 'balance' | 'dueDate' | 'plan' | 'claimAmount'>

/**
 * The bill with the next part of its plan, and the ways to pay on its page, in the order of its tabs: first card and
 * bank debit, then by hand (R93).
 */
const mailed = <Row extends Owed>({ enabled, charges, debits, plan, claimAmount, ...bill }: Row) => {
  const owing = { plan, balance: bill.balance, dueDate: bill.dueDate }
  const due = nextDueOf(owing)?.amount ?? 0
  const byStripe = charges && enabled.includes('Credit') && due >= LEAST_BY_STRIPE && due <= MOST_BY_STRIPE
  const methods: OfferedMethod[] = [
    ...(byStripe ? (['Credit'] as const) : []),
    // If the profile takes bank transfers by hand, these have the tab instead.
    ...(byStripe && debits && !enabled.includes('ACH') ? (['BankDebit'] as const) : []),
    ...methodNames.filter((name) => name !== 'Credit' && enabled.includes(name)),
  ]
  const next = nextPartOf(owing)
  return { ...bill, methods, ...(next && { next }), ...(claimAmount !== null && { claimed: claimAmount }) }
}

/** Waiting mails, oldest first, with their content as of `at`. Bills of payors with another address are left out. */
export const pendingMails =
  (db: Queries) =>
  async ({ networkId, programId, only }: Waiting, after: bigint, limit: number, at: Instant): Promise<PendingMail[]> => {
    const conditions: FragmentSqlToken[] = [
      sql.fragment`g.network_id = ${networkId}`,
      sql.fragment`g.status = 'Pending'`,
      sql.fragment`g.position > ${Number(after)}`,
    ]
    if (only) conditions.push(sql.fragment`g.id = any(${sql.array([...only], 'uuid')})`)
    else if (programId) conditions.push(sql.fragment`g.program_id = ${programId} and g.purpose = 'bill'`)
    else conditions.push(sql.fragment`g.purpose = 'reminder'`)
    const mails = await db.any(sql.type(MailRow)`
      select g.id, g.position, g.created_at as queued_at, g.network_id, g.run_id, g.purpose, g.payor_id, m.name as payor_name, coalesce(m.first_name, m.contact_name, m.name) as salutation,
             case when g.purpose = 'guest-receipt' then g.sent_to else m.email end as email, exists (select from members o where lower(o.email) = lower(m.email) and o.network_id = m.network_id and o.id <> m.id) as is_shared,
             n.sender, n.name as network_name, coalesce(g.language, n.language) as language, n.track_mail, (${at}::timestamptz at time zone n.time_zone)::date as today, g.note, g.change,
             y.id as paid_id, y.amount as paid_amount, y.method as paid_method, y.reference as paid_reference, ${paidBy} as paid_by, ${kept} as paid_kept,
             ${receivedOn} as paid_on, y.receipt_number,
             (select count(*) from message_bills a where a.message_id = g.id) as bill_count
      from messages g join members m on m.id = g.payor_id join mailing_networks n on n.id = g.network_id left join payments y on y.id = g.payment_id
      where ${sql.join(conditions, sql.fragment` and `)} order by g.position limit ${limit}`)
    if (mails.length === 0) return []
    const bills = await db.any(sql.type(MailedBillRow)`
      select a.message_id, b.id, b.code, o.name as payor_name, o.kind = 'congregation' as is_of_congregation, p.name as program_name, p.description as program_description, b.amount, b.balance, b.due_date, b.plan::jsonb as plan, b.claim_amount,
             y.id as paid_id, y.amount as paid_amount, ${kept} as paid_kept,
             ${askable} and b.balance > 0 and p.status = 'Active' as open, p.campaign_status = 'Active' as active, b.state = 'Archived' as archived, ${taken}
      from message_bills a join messages g on g.id = a.message_id join members m on m.id = g.payor_id
        join bills b on b.id = a.bill_id join members o on o.id = b.payor_id join programs p on p.id = b.program_id
        left join payment_profiles f on f.id = p.profile_id
        left join payments h on h.id = g.payment_id left join payments y on y.remittance_id = h.remittance_id and y.bill_id = b.id
      where (b.payor_id = g.payor_id or lower(o.email) = lower(m.email) or g.purpose = 'guest-receipt') and a.message_id = any(${sql.array(
        mails.map(({ id }) => id),
        'uuid',
      )}) order by b.next_due, b.position`)
    const byMail = grouped(bills, ({ messageId }) => messageId)
    return mails.map(({ paidId, paidAmount, paidMethod, paidReference, paidBy, paidKept, paidOn, receiptNumber, position, ...mail }) => ({
      ...mail,
      position: BigInt(position),
      payment:
        paidId && paidAmount !== null && paidOn && receiptNumber
          ? {
              ...{ id: paidId, receiptNumber, amount: paidAmount, method: paidMethod, reference: paidReference },
              ...{ paidBy, kept: paidKept ?? 0, receivedOn: paidOn },
            }
          : null,
      bills: (byMail.get(mail.id) ?? []).map(({ messageId: _, paidId, paidAmount, paidKept, ...bill }) => ({
        ...mailed(bill),
        ...(paidId && { paid: { id: paidId, amount: paidAmount ?? 0, kept: paidKept ?? 0 } }),
      })),
    }))
  }

const PaidWith = z.object({ paymentId: PaymentId, billId: BillId })

/** The bills that were paid together with each of these payments, in the order of their allocations. */
export const paidTogether =
  (db: Queries) =>
  async (payments: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, readonly BillId[]>> => {
    if (payments.length === 0) return new Map()
    const rows = await db.any(sql.type(PaidWith)`
      select h.id as payment_id, y.bill_id from payments h join payments y on y.remittance_id = h.remittance_id
      where h.id = any(${sql.array([...payments], 'uuid')}) order by y.id <> y.remittance_id, y.position, y.id`)
    return new Map([...grouped(rows, ({ paymentId }) => paymentId)].map(([id, some]) => [id, some.map(({ billId }) => billId)]))
  }

const SentCount = z.object({ billId: BillId, count: z.number().int() })

/** The number of mails about each of these bills since a moment. */
export const sentSince = (db: Queries) => async (bills: readonly BillId[], since: Instant) => {
  const rows = await db.any(sql.type(SentCount)`
    select a.bill_id, count(*) as count from message_bills a join messages g on g.id = a.message_id
    where a.bill_id = any(${sql.array([...bills], 'text')}) and g.sent_at > ${since}::timestamptz group by a.bill_id`)
  return new Map(rows.map(({ billId, count }) => [billId, count]))
}

const MailedBill = z.object({ billId: BillId, since: Instant })

/** Of these bills, those that were mailed, or printed for lack of an address, each with the time of its first mail. */
export const mailedBills = (db: Queries) => async (bills: readonly BillId[]) =>
  new Map(
    (
      await db.any(sql.type(MailedBill)`
        select a.bill_id, min(g.created_at) as since from message_bills a join messages g on g.id = a.message_id
        where a.bill_id = any(${sql.array([...bills], 'text')}) and (g.sent_at is not null or g.status = 'NoEmail' and g.purpose = 'bill')
        group by a.bill_id`)
    ).map(({ billId, since }) => [billId, since] as const),
  )

const Mailed = z.object({ id: MessageId })

/** All mails ever written to a payor. */
export const mailsTo =
  (db: Queries) =>
  async (payorId: PayorId): Promise<readonly MessageId[]> =>
    (await db.any(sql.type(Mailed)`select id from messages where payor_id = ${payorId}`)).map(({ id }) => id)

const Goes = z.object({ goes: z.boolean() })

/** True while a program's campaign sends mails. A run stops if the campaign is paused or the program has ended. */
export const goesOn = (db: Queries) => async (programId: ProgramId) =>
  (await db.maybeOneFirst(sql.type(Goes)`
    select campaign_status = 'Active' and status = 'Active' as goes from programs where id = ${programId}`)) ?? false

const UnmailedRow = z.object({ billId: BillId, payorId: PayorId, hasEmail: z.boolean(), createdAt: Instant, position: z.number().int() })
export type UnmailedBill = z.infer<typeof UnmailedRow>

const neverMailed = sql.fragment`not exists (select 1 from message_bills a where a.bill_id = b.id and a.purpose = 'bill')`

/** Open bills that were not mailed, oldest first, after a given one (keyset pagination). */
export const unmailedBills = (db: Queries) => (programId: ProgramId, after: UnmailedBill | null, limit: number) =>
  db.any(sql.type(UnmailedRow)`
    select b.id as bill_id, b.payor_id, m.email is not null as has_email, b.created_at, b.position from bills b join members m on m.id = b.payor_id
    where b.program_id = ${programId} and b.balance > 0 and ${askable} and ${neverMailed}
      and ${after ? sql.fragment`(b.created_at, b.position) > (${after.createdAt}::timestamptz, ${after.position}::bigint)` : sql.fragment`true`}
    order by b.created_at, b.position limit ${limit}`)

const Count = z.object({ count: z.number().int() })

/** The number of bills that a run of the program still has to mail. */
export const leftToMail = (db: Queries) => (programId: ProgramId) =>
  db.oneFirst(sql.type(Count)`
    select (select count(*) from bills b where b.program_id = ${programId} and b.balance > 0 and ${askable} and ${neverMailed})
         + (select count(*) from messages g where g.program_id = ${programId} and g.purpose = 'bill' and g.status = 'Pending') as count`)

const RunRow = z.object({
  id: RunId,
  reason: RunReason,
  status: RunStatus,
  processedCount: z.number().int(),
  totalCount: z.number().int(),
  withoutEmailCount: z.number().int(),
  startedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  errorMessage: z.string().nullable(),
})
const runColumns = sql.fragment`
  id, reason, status, processed as processed_count, greatest(total, processed) as total_count, without_email as without_email_count, started_at, completed_at, error as error_message`

/** Leaves out runs without mails, which reopened a campaign because a bill was open again. */
const worthMailing = sql.fragment`not (reason = 'late-upload' and status = 'Completed' and greatest(total, processed) = 0)`

/** A program's runs, latest first. */
export const runsOf = (db: Queries, programId: ProgramId): Promise<readonly CampaignRun[]> =>
  db.any(sql.type(RunRow)`select ${runColumns} from runs where program_id = ${programId} and ${worthMailing} order by position desc limit 1000`)

const nothingYet: CampaignStats = {
  status: 'Pending',
  processedCount: 0,
  totalCount: 0,
  startedAt: null,
  completedAt: null,
  errorMessage: null,
  withoutEmailCount: 0,
}

/** The progress of the latest run; Pending if the campaign was never launched (R57). */
export const campaignStats = async (db: Queries, programId: ProgramId): Promise<CampaignStats> => {
  const row = await db.maybeOne(
    sql.type(RunRow)`select ${runColumns} from runs where program_id = ${programId} and ${worthMailing} order by position desc limit 1`,
  )
  if (!row) return nothingYet
  const { id: _, reason: __, ...stats } = row
  return stats
}

const OpenRun = z.object({ id: RunId, programId: ProgramId, networkId: NetworkId, status: RunStatus })

/** Runs that have not ended, in the order in which they were requested. */
export const openRuns = (db: Queries) => () =>
  db.any(sql.type(OpenRun)`select id, program_id, network_id, status from runs where status in ('Pending', 'InProgress') order by position`)

const Late = z.object({ programId: ProgramId, networkId: NetworkId, after: RunId.nullable() })

/**
 * Programs whose launched campaign has no run in progress, but needs one: unmailed bills were issued since the last run
 * began, or in the last two days, because a long upload dates its bills from its beginning; an unmailed bill has
 * changed since, such as a paid bill that is open again (R57); the campaign was completed, and a bill is open again
 * (R55); or the campaign is active, and its last run ended with the program.
 */
export const programsWithLateBills = (db: Queries) => (at: Instant) =>
  db.any(sql.type(Late)`
    select p.id as program_id, p.network_id, last.id as after
    from programs p
      left join lateral (select r.id, r.started_at, r.error from runs r where r.program_id = p.id order by r.position desc limit 1) last on true
    where p.campaign_status in ('Active', 'Completed') and p.status = 'Active'
      and (exists (
        select 1 from bills b
        where b.program_id = p.id and b.created_at > least(last.started_at, ${at}::timestamptz - interval '2 days')
          and b.balance > 0 and ${askable} and ${neverMailed})
        or exists (
          select 1 from bills b
          where b.program_id = p.id and b.changed_at > last.started_at and b.changed_at > b.created_at
            and b.balance > 0 and ${askable} and ${neverMailed})
        or p.campaign_status = 'Active' and last.error is not null
        or p.campaign_status = 'Completed' and exists (select 1 from bills b where b.program_id = p.id and b.balance > 0))
      and not exists (select 1 from runs r where r.program_id = p.id and r.status in ('Pending', 'InProgress'))`)

const RemindableRow = z.object({ billId: BillId, payorId: PayorId, email: z.string(), rung: z.number().int() })

/**
 * Open bills of running campaigns whose latest due reminder step has not been sent (R89). A step from before the bill
 * was mailed is never sent, and no step is sent twice; a dropped reminder (by a pause, for example) does not count as
 * sent. A bill whose charge is noticed gets no reminder (R135). Sorted by address, then by due date.
 */
export const remindableBills = (db: Queries) => (networkId: NetworkId, today: LocalDate) =>
  db.any(sql.type(RemindableRow)`
    select b.id as bill_id, b.payor_id, lower(m.email) as email, r.rung
    from bills b join programs p on p.id = b.program_id join members m on m.id = b.payor_id join networks n on n.id = b.network_id
    join lateral (select max(d) as rung from unnest(n.reminder_days) d where b.next_due + d <= ${today}::date) r on r.rung is not null
    where b.network_id = ${networkId} and b.balance > 0 and ${askable} and p.campaign_status = 'Active' and p.status = 'Active' and m.email is not null
      and exists (select 1 from message_bills a where a.bill_id = b.id and a.purpose = 'bill' and (a.at at time zone n.time_zone)::date < b.next_due + r.rung)
      and not exists (
        select 1 from message_bills a join messages g on g.id = a.message_id
        where a.bill_id = b.id and a.purpose = 'reminder' and a.rung >= r.rung and g.status <> 'Dropped'
          -- A step that was sent about an earlier part of a plan does not count for the next one.
          and (b.plan is null or (a.at at time zone n.time_zone)::date >= b.next_due + a.rung))
      and not exists (
        select 1 from charges c join mandates d on d.id = c.mandate_id and not d.is_ended
        where c.bill_id = b.id and c.due_date = b.next_due and (c.stage = 'started' or c.stage = 'noticed' and c.on_day >= ${today}::date - ${LAPSE_DAYS}::int))
    order by 3, b.next_due, b.position`)

const Address = z.object({ address: z.string() })

/** Of these keyed digests, those whose addresses have stopped a network's reminders. */
export const unsubscribedOf = (db: Queries) => async (networkId: NetworkId, addresses: readonly string[]) =>
  (
    await db.any(
      sql.type(Address)`select address from unsubscribed where network_id = ${networkId} and address = any(${sql.array([...addresses], 'uuid')})`,
    )
  ).map(({ address }) => address)

/** Of these keyed digests, those whose addresses fail in a network. */
export const failingOf = (db: Queries) => async (networkId: NetworkId, addresses: readonly string[]) =>
  addresses.length === 0
    ? []
    : (
        await db.any(
          sql.type(Address)`
            select distinct address from failing_addresses where network_id = ${networkId} and address = any(${sql.array([...addresses], 'uuid')})`,
        )
      ).map(({ address }) => address)

const FailingRow = z.object({
  id: PayorId,
  name: z.string(),
  email: z.string(),
  address: z.string(),
  reason: z.enum(failureReasons),
  since: Instant,
})

const FailedRow = z.object({ payorId: PayorId })

/** True if a mail to a payor's address has failed; concurrent calls are batched (DataLoader). */
export const hasFailed = (db: Queries): ((payorId: PayorId) => Promise<boolean>) => {
  const failed = loader<PayorId, boolean>(async (ids) => {
    const rows = await db.any(
      sql.type(FailedRow)`select distinct f.payor_id from failing_addresses f join members m on m.id = f.payor_id and m.network_id = f.network_id
        where f.payor_id = any(${sql.array([...ids], 'uuid')})`,
    )
    return new Map(rows.map(({ payorId }) => [payorId, true]))
  })
  return async (payorId) => (await failed(payorId)) ?? false
}

/** Payors whose current address may fail: those whose mails have failed, and others who share the address. */
export const failingIn =
  (db: Queries) =>
  (networkId: NetworkId, { memberId, programId, most }: Readonly<{ memberId?: PayorId; programId?: ProgramId; most?: number }>) =>
    db.any(sql.type(FailingRow)`
      select m.id, m.name, m.email, f.address, min(f.reason) as reason, min(f.since) as since
      from failing_addresses f join members p on p.id = f.payor_id
        join members m on m.network_id = f.network_id and m.email is not null and (m.id = p.id or lower(m.email) = lower(p.email))
      where f.network_id = ${networkId} and (${memberId ?? null}::uuid is null or m.id = ${memberId ?? null})
        and (${programId ?? null}::uuid is null
          or exists (select from bills b where b.payor_id = m.id and b.program_id = ${programId ?? null} and b.state <> 'Archived'))
      group by m.id, m.name, m.email, f.address, m.sort_key order by m.sort_key, m.id limit ${most ?? null}::int`)

const ExampleRow = MailRow.pick({ payorName: true, salutation: true, sender: true, networkName: true, language: true, today: true }).extend({
  networkId: NetworkId,
  ...MailedBillRow.omit({
    messageId: true,
    id: true,
    paidId: true,
    paidAmount: true,
    paidKept: true,
    payorName: true,
    open: true,
    active: true,
    archived: true,
  }).shape,
  billId: BillId.nullable(),
})

/** The mail about a program's first open bill, or about a made-up one. It is addressed to the reader. */
export const exampleMail =
  (db: Queries) =>
  async (programId: ProgramId, email: string, at: Instant): Promise<PendingMail | null> => {
    const row = await db.maybeOne(sql.type(ExampleRow)`
    select p.network_id, coalesce(e.name, 'Ruth Example') as payor_name, coalesce(e.salutation, 'Ruth') as salutation, coalesce(e.kind, 'individual') = 'congregation' as is_of_congregation, n.sender,
           n.name as network_name, n.language, (${at}::timestamptz at time zone n.time_zone)::date as today, p.name as program_name,
           p.description as program_description, coalesce(e.amount, p.amount) as amount, coalesce(e.balance, p.amount) as balance, coalesce(e.due_date, p.due_date) as due_date, e.plan::jsonb as plan, null::bigint as claim_amount,
           ${taken}, e.id as bill_id, coalesce(e.code, 'EXAMPLE2') as code
    from programs p join mailing_networks n on n.id = p.network_id left join payment_profiles f on f.id = p.profile_id
    left join lateral (
      select b.id, b.code, b.amount, b.balance, b.due_date, b.plan, m.name, m.kind, coalesce(m.first_name, m.contact_name, m.name) as salutation
      from bills b join members m on m.id = b.payor_id where b.program_id = p.id and b.balance > 0 and ${askable} order by b.created_at, b.position limit 1
    ) e on true
    where p.id = ${programId}`)
    if (!row) return null
    const { networkId, payorName, salutation, sender, networkName, language, today, billId, ...bill } = row
    return {
      id: '00000000-0000-4000-8000-000000000000' as MessageId,
      position: 0n,
      queuedAt: at,
      networkId,
      runId: null,
      purpose: 'bill',
      payorId: '00000000-0000-4000-8000-000000000000' as PayorId,
      payorName,
      salutation,
      email,
      isShared: false,
      sender,
      networkName,
      language,
      trackMail: false,
      today,
      note: null,
      change: null,
      payment: null,
      billCount: 1,
      bills: [{ ...mailed(bill), payorName, id: billId ?? ('example' as BillId), open: true, active: true, archived: false }],
    }
  }

const RemindingRow = z.object({ id: NetworkId, timeZone: z.string() })

/** Networks that may have reminders to send. */
export const networksWithCampaigns = (db: Queries) => () =>
  db.any(sql.type(RemindingRow)`
    select n.id, n.time_zone from networks n where exists (select 1 from programs p where p.network_id = n.id and p.campaign_status = 'Active')`)

const Waits = z.object({ waits: z.boolean() })

export const hasWaitingReminders = (db: Queries) => (networkId: NetworkId) =>
  db.oneFirst(sql.type(Waits)`
    select exists (select 1 from messages where network_id = ${networkId} and status = 'Pending' and purpose = 'reminder') as waits`)
