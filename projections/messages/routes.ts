import { renderSVG } from 'uqr'
import { CampaignRun, CampaignStats } from '../../modules/campaigns/contract.ts'
import { dataOf, listOf, PageQuery } from '../../modules/kernel/api.ts'
import { type LocalDate, toApiDay } from '../../modules/kernel/dates.ts'
import { missing } from '../../modules/kernel/errors.ts'
import { ProgramId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import { BillWithoutEmail, Message, MessagesQuery, type PrintedBill, PrintedBills } from '../../modules/messages/contract.ts'
import type { Queries } from '../../modules/platform/database.ts'
import { IdParams, idOf, type Route, readers, route } from '../../modules/platform/route.ts'
import { mayIn, type Visitor } from '../../modules/platform/visitor.ts'
import { emptyPage } from '../page.ts'
import { programById } from '../programs/queries.ts'
import { billsWithoutEmail, languageOf, messagesOf, type WithoutEmailRow } from './ledger.ts'
import { campaignStats, runsOf } from './queries.ts'

const THING = 'Assessment program'

const listed = ({ billId, payorId, payorName, phone, balance, dueDate }: WithoutEmailRow): BillWithoutEmail => ({
  billId,
  payor: { id: payorId, name: payorName, phone },
  balance: toDollars(balance),
  dueDate: toApiDay(dueDate as LocalDate),
})

const printed =
  (baseUrl: string) =>
  ({ billId, payorName, networkName, programName, programDescription, balance, dueDate }: WithoutEmailRow): PrintedBill => {
    const payUrl = `${baseUrl}/pay/${billId}`
    return {
      billId,
      payorName,
      networkName,
      programName,
      programDescription,
      balance: toDollars(balance),
      dueDate: toApiDay(dueDate as LocalDate),
      payUrl,
      qrCode: renderSVG(payUrl, { border: 0 }),
    }
  }

/** `baseUrl`: where payors reach us, for what is printed. */
export const messageQueryRoutes = (db: Queries, baseUrl: () => string): Route[] => {
  const readable = async (visitor: Visitor, id: string): Promise<ProgramId> => {
    const found = await programById(db, idOf(ProgramId, id, THING))
    mayIn(visitor, found?.networkId, 'read', THING, 'view')
    if (!found) throw missing(THING)
    return found.program.id
  }
  return [
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/campaign/stats',
      summary: 'How far the latest run of a campaign is',
      access: readers('assessment program'),
      params: IdParams,
      answer: dataOf(CampaignStats),
      handle: async ({ visitor, params }) => ({ data: await campaignStats(db, await readable(visitor, params.id)) }),
    }),
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/runs',
      summary: "The runs of a program's campaign, latest first",
      access: readers('assessment program'),
      params: IdParams,
      answer: dataOf(CampaignRun.array()),
      handle: async ({ visitor, params }) => ({ data: [...(await runsOf(db, await readable(visitor, params.id)))] }),
    }),
    route({
      method: 'get',
      path: '/api/messages',
      summary: 'The mails to payors of the current network, newest first, and what became of each',
      access: readers('message'),
      query: MessagesQuery,
      answer: listOf(Message),
      handle: async ({ visitor, query }) => (visitor.network ? messagesOf(db, visitor.network, query) : emptyPage(query)),
    }),
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/without-email',
      summary: 'Open bills of a program whose payor has no e-mail address, by name',
      access: readers('assessment program'),
      params: IdParams,
      query: PageQuery,
      answer: listOf(BillWithoutEmail),
      handle: async ({ visitor, params, query }) => billsWithoutEmail(db, await readable(visitor, params.id), query, listed),
    }),
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/print-bills',
      summary: 'The same bills as they are printed, each with its pay link as a QR code',
      access: readers('assessment program'),
      params: IdParams,
      query: PageQuery,
      answer: PrintedBills,
      handle: async ({ visitor, params, query }) => {
        const programId = await readable(visitor, params.id)
        const [bills, language] = await Promise.all([billsWithoutEmail(db, programId, query, printed(baseUrl())), languageOf(db, programId)])
        return { ...bills, language }
      },
    }),
  ]
}
