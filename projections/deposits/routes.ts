import { DepositAnswer, Deposits, DepositsQuery } from '../../modules/deposits/contract.ts'
import { missing } from '../../modules/kernel/errors.ts'
import { DepositId } from '../../modules/kernel/ids.ts'
import { PaperQuery } from '../../modules/messages/contract.ts'
import type { ActorsOf } from '../../modules/platform/history.ts'
import { IdParams, idOf, type Route, readers, route } from '../../modules/platform/http/route.ts'
import type { Costly } from '../../modules/platform/http/turns.ts'
import { mayIn } from '../../modules/platform/http/visitor.ts'
import type { PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import { emptyPage } from '../lists/page.ts'
import { depositSheets } from '../paper/deposit-sheets.ts'
import { networkOnPaper } from '../paper/queries.ts'
import { sendPdf } from '../paper/send-pdf.ts'
import type { OpenSheets } from '../paper/sheets.ts'
import { depositById, depositsOf } from './queries.ts'

const THING = 'Deposit'

type Dependencies = Readonly<{
  findDeposit: ReturnType<ReturnType<typeof depositById>>
  personal: PersonalData
  actorsOf: ActorsOf
  contactOf: OpenSheets['contactOf']
  papers: Costly['papers']
}>

export const depositQueryRoutes = ({ findDeposit, personal, actorsOf, contactOf, papers }: Dependencies): Route[] => [
  route({
    method: 'get',
    path: '/api/deposits',
    summary: 'The deposits of the current network, the latest day first',
    asOf: true,
    access: readers('deposit'),
    query: DepositsQuery,
    answer: Deposits,
    handle: async ({ visitor, query, db }) => (visitor.network ? depositsOf(db, personal, actorsOf, visitor.network, query) : emptyPage(query)),
  }),
  route({
    method: 'get',
    path: '/api/deposits/:id',
    about: 'deposit',
    summary: 'A deposit with its remittances, the newest first',
    asOf: true,
    access: readers('deposit'),
    params: IdParams,
    answer: DepositAnswer,
    handle: async ({ visitor, params, db, asOf, etag }) => {
      const id = idOf(DepositId, params.id, THING)
      const now = await findDeposit(id)
      const networkId = mayIn(visitor, now?.networkId, 'read', THING, 'view')
      const deposit = asOf ? await depositById(db.asOf(asOf, networkId), personal)(actorsOf)(id) : now
      if (!deposit) throw missing(THING)
      etag(deposit.revision)
      return { data: deposit.shown }
    },
  }),
  route({
    method: 'get',
    path: '/api/deposits/:id/slip.pdf',
    about: 'deposit',
    summary: 'The deposit slip for the bank, with all checks and cash, as a PDF',
    access: readers('deposit'),
    limits: [papers],
    params: IdParams,
    query: PaperQuery,
    media: 'application/pdf',
    handle: async ({ params, query, visitor, db, now, res }) => {
      const found = await findDeposit(idOf(DepositId, params.id, THING))
      const networkId = mayIn(visitor, found?.networkId, 'read', THING, 'view')
      if (!found) throw missing(THING)
      const [network, contact] = await Promise.all([networkOnPaper(db, networkId), contactOf(networkId)])
      const sheets = depositSheets({ deposit: found.shown, network, contact })
      return sendPdf(res, sheets, { name: `deposit-${found.shown.day.slice(0, 10)}`, size: query.size, at: now })
    },
  }),
]
