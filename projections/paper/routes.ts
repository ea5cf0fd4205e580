import { DomainError, missing } from '../../modules/kernel/errors.ts'
import { BillId, PaymentId } from '../../modules/kernel/ids.ts'
import { type FailingPayors, PaperOfProgramQuery, PaperQuery, PrintedSheet } from '../../modules/messages/contract.ts'
import { everyone, IdParams, idOf, keysRead, type Route, readers, route } from '../../modules/platform/http/route.ts'
import type { Costly } from '../../modules/platform/http/turns.ts'
import { admittedToBooks, mayIn } from '../../modules/platform/http/visitor.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { pagesBehind } from '../exports/send-csv.ts'
import { remittanceById } from '../payments/remittances.ts'
import { readableProgram } from '../programs/routes.ts'
import { type FoundRow, networkOnPaper, openBillsBehind } from './queries.ts'
import { remittanceSheets } from './remittance-sheets.ts'
import { sendPdf } from './send-pdf.ts'
import type { OpenSheets } from './sheets.ts'

const THING = 'Assessment bill'
/** The number of bills read at once for a file. */
const ROWS = 25

const nothingOpen = () => new DomainError('refused', 'nothing-to-print', 'There is no open bill to print.')

async function* each<Item>(pages: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const page of pages) yield* page
}

/** Bills on paper, for readers of the network (R70). */
export const paperRoutes = (
  { sheetsOf, rowOf, publicSheet, contactOf }: OpenSheets,
  costly: Pick<Costly, 'pages' | 'papers'>,
  failingPayors: FailingPayors,
): Route[] => [
  route({
    method: 'get',
    path: '/api/assessment-bills/:id/sheet',
    about: 'bill',
    summary: 'A bill as it is printed, in words and figures, for whoever holds its link; of an archived one all for those who keep its books',
    access: keysRead(everyone),
    limits: [costly.pages],
    params: IdParams,
    answer: PrintedSheet,
    handle: async ({ params, visitor, db, now, res }) => {
      const row = await rowOf(db, now, idOf(BillId, params.id, THING))
      if (!row) throw missing(THING)
      res.setHeader('X-Robots-Tag', 'noindex')
      res.setHeader('Referrer-Policy', 'no-referrer')
      const [whole] = admittedToBooks(visitor, row.networkId, THING, 'view') ? await sheetsOf(db, [row], { masked: true }) : []
      return { data: whole ?? (await publicSheet(db, row)) }
    },
  }),
  route({
    method: 'get',
    path: '/api/assessment-bills/:id/bill.pdf',
    about: 'bill',
    summary: 'A bill on paper, as a PDF; a receipt once it is paid',
    access: readers('assessment bill'),
    limits: [costly.papers],
    params: IdParams,
    query: PaperQuery,
    media: 'application/pdf',
    handle: async ({ params, query, visitor, db, now, res }) => {
      const row = await rowOf(db, now, idOf(BillId, params.id, THING))
      mayIn(visitor, row?.networkId, 'read', THING, 'view')
      const sheets = row ? await sheetsOf(db, [row]) : []
      if (!row) throw missing(THING)
      return sendPdf(res, sheets, { name: `bill-${row.code}`, size: query.size, at: now })
    },
  }),
  route({
    method: 'get',
    path: '/api/remittances/:id/receipt.pdf',
    about: 'remittance',
    summary: 'The receipt of money that came in, with the bills that it paid, as a PDF',
    access: readers('remittance'),
    limits: [costly.papers],
    params: IdParams,
    query: PaperQuery,
    media: 'application/pdf',
    handle: async ({ params, query, visitor, db, now, res }) => {
      const found = await remittanceById(db)(idOf(PaymentId, params.id, 'Remittance'))
      const networkId = mayIn(visitor, found?.networkId, 'read', 'Remittance', 'view')
      if (!found) throw missing('Remittance')
      const [network, contact] = await Promise.all([networkOnPaper(db, networkId), contactOf(networkId)])
      const sheets = remittanceSheets({ ...found, remittance: found.shown, network, contact })
      return sendPdf(res, sheets, { name: `receipt-${found.shown.receiptNumber}`, size: query.size, at: now })
    },
  }),
  route({
    method: 'get',
    path: '/api/assessment-programs/:id/bills.pdf',
    about: 'program',
    summary: 'The open bills of a program on paper, by payor, one to a page of a PDF: all, or those of payors without an e-mail address that works',
    access: readers('assessment program'),
    limits: [costly.papers],
    params: IdParams,
    query: PaperOfProgramQuery,
    media: 'application/pdf',
    refusals: ['nothing-to-print'],
    handle: async (call) => {
      const { res, now, query } = call
      const { networkId, program } = await readableProgram(call)
      const unreached = async () => ({ failing: (await failingPayors(networkId, { programId: program.id })).map(({ id }) => id) })
      const payors = query.open === 'all' ? query.open : await unreached()
      return call.db.atLength(async (db) => {
        const pages = pagesBehind<FoundRow>((last) => openBillsBehind(db, now, program.id, payors, last, ROWS))
        const first = await pages.next()
        if (first.done) throw nothingOpen()
        const sheets = async function* (): AsyncGenerator<readonly Sheet[]> {
          yield await sheetsOf(db, first.value)
          for await (const rows of pages) yield await sheetsOf(db, rows)
        }
        return sendPdf(res, each(sheets()), { name: `bills-${query.open}`, size: query.size, at: now })
      })
    },
  }),
]
