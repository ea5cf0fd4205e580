import { renderSVG } from 'uqr'
import { nextDueShown } from '../../modules/bills/plan.ts'
import { CampaignRun, CampaignStats } from '../../modules/campaigns/contract.ts'
import { toApiDay } from '../../modules/kernel/dates.ts'
import type { PayorId, ProgramId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import {
  type AddressFailure,
  BillWithoutEmail,
  type FailingPayors,
  Message,
  MessagesQuery,
  type PrintedBill,
  PrintedBills,
  PrintedBillsQuery,
} from '../../modules/messages/contract.ts'
import { IdParams, type Route, readers, route } from '../../modules/platform/http/route.ts'
import { dataOf, listOf, PageQuery } from '../../modules/shared/api.ts'
import { emptyPage } from '../lists/page.ts'
import { paperRows } from '../paper/queries.ts'
import type { OpenSheets } from '../paper/sheets.ts'
import { readableProgram } from '../programs/routes.ts'
import { languageOf, messagesOf, openBillsOf, type WithoutEmailRow } from './ledger.ts'
import { campaignStats, runsOf } from './queries.ts'

type Failing = ReadonlyMap<PayorId, AddressFailure>

const failureOf = (failing: Failing, payorId: PayorId) => {
  const failure = failing.get(payorId)
  return failure && { failing: failure }
}

const owedIn = (owing: Pick<WithoutEmailRow, 'balance' | 'dueDate' | 'plan'>) => ({
  balance: toDollars(owing.balance),
  dueDate: toApiDay(owing.dueDate),
  nextDue: nextDueShown(owing),
})

const listed =
  (failing: Failing) =>
  ({ billId, payorId, payorName, phone, ...owing }: WithoutEmailRow): BillWithoutEmail => ({
    billId,
    payor: { id: payorId, name: payorName, phone },
    ...owedIn(owing),
    ...failureOf(failing, payorId),
  })

const printed =
  (baseUrl: string, failing: Failing) =>
  ({ billId, code, payorId, payorName, networkName, programName, programDescription, ...owing }: WithoutEmailRow): Omit<PrintedBill, 'sheet'> => {
    const payUrl = `${baseUrl}/pay/${billId}`
    return {
      billId,
      code,
      payorName,
      networkName,
      programName,
      programDescription,
      ...owedIn(owing),
      payUrl,
      qrCode: renderSVG(payUrl, { border: 0 }),
      ...failureOf(failing, payorId),
    }
  }

/** `baseUrl`: the address for payors, which printed bills contain. */
export const messageQueryRoutes = (baseUrl: () => string, { sheetsOf }: OpenSheets, failingPayors: FailingPayors): Route[] => {
  const programIdOf = async (call: Parameters<typeof readableProgram>[0]): Promise<ProgramId> => (await readableProgram(call)).program.id
  const failingOf = async (call: Parameters<typeof readableProgram>[0]) => {
    const { networkId, program } = await readableProgram(call)
    const found = await failingPayors(networkId, { programId: program.id })
    const failing: Failing = new Map(found.map(({ id, reason, since }) => [id, { reason, since }]))
    return { programId: program.id, failing, unreached: { failing: [...failing.keys()] } }
  }
  return [
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/campaign/stats',
      about: 'program',
      summary: 'How far the latest run of a campaign is',
      access: readers('assessment program'),
      params: IdParams,
      answer: dataOf(CampaignStats),
      handle: async (call) => ({ data: await campaignStats(call.db, await programIdOf(call)) }),
    }),
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/runs',
      about: 'program',
      summary: "The runs of a program's campaign, latest first",
      access: readers('assessment program'),
      params: IdParams,
      answer: dataOf(CampaignRun.array()),
      handle: async (call) => ({ data: [...(await runsOf(call.db, await programIdOf(call)))] }),
    }),
    route({
      method: 'get',
      path: '/api/messages',
      summary: 'The mails to payors of the current network, newest first, and what became of each',
      access: readers('message'),
      query: MessagesQuery,
      answer: listOf(Message),
      handle: async ({ visitor, query, db }) => (visitor.network ? messagesOf(db, visitor.network, query) : emptyPage(query)),
    }),
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/without-email',
      about: 'program',
      summary: 'Open bills of a program whose payor has no e-mail address or one that fails, by name',
      access: readers('assessment program'),
      params: IdParams,
      query: PageQuery,
      answer: listOf(BillWithoutEmail),
      handle: async (call) => {
        const { programId, failing, unreached } = await failingOf(call)
        return openBillsOf(call.db, programId, call.query, unreached, listed(failing))
      },
    }),
    route({
      method: 'get',
      path: '/api/assessment-programs/:id/print-bills',
      about: 'program',
      summary: 'The same bills, or all open ones, as they are printed, each with its pay link as a QR code',
      access: readers('assessment program'),
      params: IdParams,
      query: PrintedBillsQuery,
      answer: PrintedBills,
      handle: async (call) => {
        const { db, query, now } = call
        const { programId, failing, unreached } = await failingOf(call)
        const payors = query.open === 'all' ? 'all' : unreached
        const [bills, language] = await Promise.all([
          openBillsOf(db, programId, query, payors, printed(baseUrl(), failing)),
          languageOf(db, programId),
        ])
        const ids = bills.data.map(({ billId }) => billId)
        const rows = await paperRows(db, now, ids)
        const sheets = new Map((await sheetsOf(db, rows, { masked: true })).map((sheet, index) => [rows[index]?.id, sheet]))
        // Leaves out bills that were paid or forgotten meanwhile.
        const data = bills.data.flatMap((bill) => {
          const sheet = sheets.get(bill.billId)
          return sheet ? [{ ...bill, sheet }] : []
        })
        return { ...bills, data, language }
      },
    }),
  ]
}
