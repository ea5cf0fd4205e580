import { missing } from '../kernel/errors.ts'
import { type NetworkId, PayorId, ProgramId } from '../kernel/ids.ts'
import { OF_COMMANDS } from '../kernel/refusals.ts'
import { admins, IdParams, idOf, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { dataOf } from '../shared/api.ts'
import { FailingAddress, FailingAddressesQuery, type FailingPayors } from './contract.ts'
import type { FailingAddresses } from './failing-addresses.ts'

const THING = 'Member'
const MOST = 1_000

export type FailingRoutesDependencies = Readonly<{
  failing: FailingAddresses
  failingPayors: FailingPayors
  payorOf: (id: PayorId) => Promise<Readonly<{ networkId: NetworkId; person: Readonly<{ email: string | null }> }> | null>
}>

/** The routes that list addresses to which mails have stopped, and let an Admin resume them. */
export const failingAddressRoutes = ({ failing, failingPayors, payorOf }: FailingRoutesDependencies): Route[] => [
  route({
    method: 'get',
    path: '/api/failing-addresses',
    summary: 'Payors to whose address no mails go, since it does not exist or its owner complained',
    access: readers('message'),
    query: FailingAddressesQuery,
    answer: dataOf(FailingAddress.array()),
    handle: async ({ visitor: { network }, query }) => {
      const memberId = PayorId.safeParse(query.memberId).data
      const programId = ProgramId.safeParse(query.assessmentProgramId).data
      const isUnknown = (query.memberId !== undefined && !memberId) || (query.assessmentProgramId !== undefined && !programId)
      if (!network || isUnknown) return { data: [] }
      const payors = await failingPayors(network, { ...(memberId && { memberId }), ...(programId && { programId }), most: MOST })
      return { data: payors.map(({ id, name, email, reason, since }) => ({ payor: { id, name, email }, reason, since })) }
    },
  }),
  route({
    method: 'post',
    path: '/api/members/:id/take-up-mail',
    about: 'payor',
    summary: "Have mails go to a payor's address again, though it failed",
    access: admins('update', 'member'),
    params: IdParams,
    answer: dataOf(FailingAddress.array()),
    refusals: [...OF_COMMANDS],
    handle: async ({ visitor, params, circumstances, settled }) => {
      const id = idOf(PayorId, params.id, THING)
      const payor = await payorOf(id)
      const networkId = mayIn(visitor, payor?.networkId, 'write', THING, 'update')
      const email = payor?.person.email
      if (!email) throw missing(THING)
      const { appended } = await failing.takeUp(networkId, email, circumstances)
      await settled(appended)
      return { data: [] }
    },
  }),
]
