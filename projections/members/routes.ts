import { listOf } from '../../modules/kernel/api.ts'
import { Member, MembersQuery } from '../../modules/members/contract.ts'
import type { Queries } from '../../modules/platform/database.ts'
import { type Route, readers, route } from '../../modules/platform/route.ts'
import { emptyPage } from '../page.ts'
import { membersOf } from './queries.ts'

export const memberQueryRoutes = (db: Queries): Route[] => [
  route({
    method: 'get',
    path: '/api/members',
    summary: 'The members and congregations of the current network',
    access: readers('members'),
    query: MembersQuery,
    answer: listOf(Member),
    handle: async ({ visitor, query }) => (visitor.network ? membersOf(db, visitor.network, query) : emptyPage(query)),
  }),
]
