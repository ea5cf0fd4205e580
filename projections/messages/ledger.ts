import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { Instant, LocalDate } from '../../modules/kernel/date-schemas.ts'
import { BillId, MessageId, NetworkId, PayorId, type ProgramId } from '../../modules/kernel/ids.ts'
import { DeliveryStatus, type Message, type MessagesQuery, Purpose } from '../../modules/messages/contract.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import type { PageQuery } from '../../modules/shared/api.ts'
import { Language } from '../../modules/shared/api.ts'
import { StoredPlan } from '../bills/list.ts'
import { all } from '../lists/page.ts'
import { allOf, type PlainList, pageOf } from '../lists/plain.ts'
import { openOnPaper, type PaperFor } from '../paper/queries.ts'

const LedgerRow = z.object({
  id: MessageId,
  purpose: Purpose,
  status: DeliveryStatus,
  payorId: PayorId,
  payorName: z.string(),
  email: z.string().nullable(),
  bills: z.array(BillId),
  error: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})

/** Masked if the address is a guest's and not the payor's. */
const mailedTo = sql.fragment`case when g.purpose = 'guest-receipt' then regexp_replace(g.sent_to, '^(.)[^@]*', '\\1****') else m.email end`

/** Mails to payors, newest first. */
const messages: PlainList<z.infer<typeof LedgerRow>, Message> = {
  row: LedgerRow,
  from: sql.fragment`messages g`,
  as: sql.fragment`g`,
  columns: sql.fragment`
    g.id, g.purpose, g.status, g.payor_id, m.name as payor_name, ${mailedTo} as email, g.error, g.created_at, g.sent_at,
    array(select a.bill_id from message_bills a where a.message_id = g.id) as bills`,
  joins: sql.fragment`join members m on m.id = g.payor_id`,
  order: sql.fragment`g.position desc`,
  show: ({ payorId, payorName, email, ...row }) => ({ ...row, payor: { id: payorId, name: payorName, email } }),
}

const isUuid = (text: string): boolean => z.uuid().safeParse(text).success

/** A mail about several bills belongs to the programs of all of them. */
const isOf = (programId: string): FragmentSqlToken => sql.fragment`(g.program_id = ${programId} or (g.program_id is null and exists (
  select 1 from message_bills a join bills b on b.id = a.bill_id where a.message_id = g.id and b.program_id = ${programId})))`

/**
 * The mails to a network's payors, except those that were not sent because the bill was settled or the payor had no
 * address.
 */
export const messagesOf = (db: Queries, networkId: NetworkId, query: z.output<typeof MessagesQuery>) => {
  const conditions: FragmentSqlToken[] = [sql.fragment`g.network_id = ${networkId}`]
  const { assessmentProgramId: programId, billId, status } = query
  conditions.push(status ? sql.fragment`g.status = ${status}` : sql.fragment`g.status = any(${sql.array([...DeliveryStatus.options], 'text')})`)
  if (programId !== undefined) conditions.push(isUuid(programId) ? isOf(programId) : sql.fragment`false`)
  if (billId !== undefined) conditions.push(sql.fragment`g.id in (select a.message_id from message_bills a where a.bill_id = ${billId})`)
  return pageOf(db, messages, query, { where: all(conditions) })
}

export const mailsOfPayor = (db: Queries, payorId: PayorId): Promise<Message[]> =>
  allOf(db, messages, sql.fragment`g.payor_id = ${payorId} and g.status = any(${sql.array([...DeliveryStatus.options], 'text')})`)

const OwnerRow = z.object({ networkId: NetworkId, paused: z.boolean() })

/** The network of a mail, and whether its campaign is paused. */
export const messageOwner = (db: Queries) => (id: MessageId) =>
  db.maybeOne(sql.type(OwnerRow)`
    select g.network_id, coalesce(g.purpose = 'bill' and p.campaign_status = 'Paused', false) as paused
    from messages g left join programs p on p.id = g.program_id where g.id = ${id}`)

const WithoutEmailRow = z.object({
  billId: BillId,
  code: z.string(),
  payorId: PayorId,
  payorName: z.string(),
  phone: z.string().nullable(),
  networkName: z.string(),
  programName: z.string(),
  programDescription: z.string().nullable(),
  balance: z.number().int(),
  dueDate: LocalDate,
  plan: StoredPlan.nullable(),
})
export type WithoutEmailRow = z.infer<typeof WithoutEmailRow>

/** Open bills of a program, by payor. */
export const openBillsOf = <Shown>(db: Queries, programId: ProgramId, query: PageQuery, payors: PaperFor, show: (row: WithoutEmailRow) => Shown) =>
  pageOf(
    db,
    {
      row: WithoutEmailRow,
      from: sql.fragment`bills b join members m on m.id = b.payor_id`,
      as: sql.fragment`b`,
      columns: sql.fragment`
        b.id as bill_id, b.code, b.payor_id, m.name as payor_name, m.phone, n.name as network_name, p.name as program_name,
        p.description as program_description, b.balance, b.due_date, b.plan::jsonb as plan`,
      joins: sql.fragment`join members m on m.id = b.payor_id join programs p on p.id = b.program_id join networks n on n.id = b.network_id`,
      order: sql.fragment`m.sort_key, b.due_date, b.position`,
      show,
    },
    query,
    { where: sql.fragment`b.program_id = ${programId} and ${openOnPaper(payors)}` },
  )

const Speaks = z.object({ language: Language })

/** The language of mails to a program's payors. */
export const languageOf = (db: Queries, programId: ProgramId) =>
  db.oneFirst(sql.type(Speaks)`select n.language from programs p join networks n on n.id = p.network_id where p.id = ${programId}`)
