import { BankLines, BankLinesQuery } from '../../modules/banking/contract.ts'
import { type Route, readers, route } from '../../modules/platform/http/route.ts'
import type { PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import { emptyPage } from '../lists/page.ts'
import { bankLinesOf } from './queries.ts'

export const bankLineQueryRoutes = (personal: PersonalData): Route[] => [
  route({
    method: 'get',
    path: '/api/bank-lines',
    summary: "The lines of the current network's bank statements, the latest first",
    asOf: true,
    access: readers('bank line'),
    query: BankLinesQuery,
    answer: BankLines,
    handle: async ({ visitor, query, db }) => (visitor.network ? bankLinesOf(db, personal, visitor.network, query) : emptyPage(query)),
  }),
]
