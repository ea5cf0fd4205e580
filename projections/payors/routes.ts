import { z } from 'zod'
import { Bill } from '../../modules/bills/contract.ts'
import { PayorId } from '../../modules/kernel/ids.ts'
import { Member, MemberLedger, MembersQuery } from '../../modules/payors/contract.ts'
import { IdParams, idOf, type Route, readers, route } from '../../modules/platform/http/route.ts'
import { MOST_ALLOCATIONS } from '../../modules/remittances/contract.ts'
import { dataOf, listOf } from '../../modules/shared/api.ts'
import { billsOfMember, openBillsFor } from '../bills/queries.ts'
import { findReadable } from '../find-readable.ts'
import { emptyPage } from '../lists/page.ts'
import { paymentsOfMember } from '../payments/queries.ts'
import { memberById, payorsOf, programsLeftBy } from './queries.ts'

export const payorQueryRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/members',
    summary: 'The members and congregations of the current network',
    asOf: true,
    access: readers('member'),
    query: MembersQuery,
    answer: listOf(Member),
    handle: async ({ visitor, query, db }) => (visitor.network ? payorsOf(db, visitor.network, query) : emptyPage(query)),
  }),
  route({
    method: 'get',
    path: '/api/members/:id',
    about: 'payor',
    summary: 'A payor with all bills and payments, newest first',
    asOf: true,
    access: readers('member'),
    params: IdParams,
    answer: MemberLedger,
    handle: async ({ params, now, etag, ...call }) => {
      const id = idOf(PayorId, params.id, 'Member')
      const { found: member, reads } = await findReadable(
        call,
        'Member',
        (on) => memberById(on, id),
        ({ known }) => known.networkId,
      )
      etag(member.known.revision + 1)
      const [bills, payments, left] = await Promise.all([
        billsOfMember(reads, id, now),
        paymentsOfMember(reads, id),
        call.asOf ? [] : programsLeftBy(reads, id),
      ])
      const leftPrograms = left.map(({ programId, programName, since }) => ({ id: programId, name: programName, since }))
      return { ...member.shown, contactName: member.known.person.contactName, bills, payments, leftPrograms }
    },
  }),
  route({
    method: 'get',
    path: '/api/members/:id/open-bills',
    about: 'payor',
    summary: 'The first 500 open bills of a payor, and of the members of a congregation, by due date',
    asOf: true,
    access: readers('member'),
    params: IdParams,
    answer: dataOf(z.array(Bill)),
    handle: async ({ params, now, ...call }) => {
      const id = idOf(PayorId, params.id, 'Member')
      const { reads } = await findReadable(
        call,
        'Member',
        (on) => memberById(on, id),
        ({ known }) => known.networkId,
      )
      return { data: await openBillsFor(reads, id, MOST_ALLOCATIONS, now) }
    },
  }),
]
