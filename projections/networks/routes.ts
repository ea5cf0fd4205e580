import type { Instant } from '../../modules/kernel/dates.ts'
import { missing } from '../../modules/kernel/errors.ts'
import { NetworkId, type UserId } from '../../modules/kernel/ids.ts'
import { OF_RIGHTS } from '../../modules/kernel/refusals.ts'
import { ApiKey, Network, Person } from '../../modules/networks/contract.ts'
import type { Invitee } from '../../modules/networks/events.ts'
import { IdParams, idOf, keysRead, type Route, route, signedInTo } from '../../modules/platform/http/route.ts'
import { currentRole, mayIn, signedIn, type Visitor } from '../../modules/platform/http/visitor.ts'
import type { PersonalData, Sealed } from '../../modules/platform/personal-data/personal-data.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { dataOf } from '../../modules/shared/api.ts'
import { Webhook } from '../../modules/webhooks/contract.ts'
import { apiKeysOf, invitationsOf, type NetworkRow, networkAs, networksOf, peopleOf, webhooksOf } from './queries.ts'

type Account = Readonly<{ id: UserId; email: string; firstName: string; lastName: string }>
type AccountsOf = (ids: readonly UserId[]) => Promise<readonly Account[]>

const byId = async (accountsOf: AccountsOf, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, Account>> =>
  new Map((await accountsOf(ids)).map((account) => [account.id, account]))

/** Adds the name of the person who created each item. */
const withMakers = async <Made extends Readonly<{ createdBy: UserId | null }>>(accountsOf: AccountsOf, made: readonly Made[]) => {
  const makers = await byId(
    accountsOf,
    made.flatMap(({ createdBy }) => createdBy ?? []),
  )
  const nameOf = (id: UserId | null): string => {
    const maker = id && makers.get(id)
    return maker ? `${maker.firstName} ${maker.lastName}` : 'A former user'
  }
  return made.map((each) => ({ ...each, createdBy: nameOf(each.createdBy) }))
}

/** A network as a Member sees it, or an Admin who lacks the required second factor: without its settings (R13). */
const named = ({ id, name, slug, timeZone, language, role, revision }: NetworkRow): NetworkRow => ({
  ...{ id, name, slug, timeZone, language, role, revision, description: null, senderName: null, embedOrigins: [], reminderDays: [] },
  ...{ trackMail: false, secondFactor: false, mailSeals: false, congregationsPayForMembers: false, depositsCountedByTwo: false },
  ...{ contactName: null, contactEmail: null, contactPhone: null, postalAddress: null },
})

/** A user's networks; for an API key, its network. */
const networksFor = async (db: Queries, visitor: Visitor, at: Instant) => {
  const role = currentRole(visitor)
  if (visitor.key && visitor.network && role) return networkAs(db, visitor.network, role)
  const own = await networksOf(db, signedIn(visitor).id, at)
  return own.map((network) => (network.role === 'Member' || visitor.barred.has(network.id) ? named(network) : network))
}

/** `accountsOf` returns the users' details, which the table of people does not have. */
export const networkQueryRoutes = (db: Queries, personal: PersonalData, accountsOf: AccountsOf): Route[] => [
  route({
    method: 'get',
    path: '/api/networks',
    summary: "One's own networks",
    access: keysRead(signedInTo('view', 'network')),
    answer: dataOf(Network.array()),
    handle: async ({ visitor, now }) => ({ data: (await networksFor(db, visitor, now)).map(({ revision: _, ...network }) => network) }),
  }),
  route({
    method: 'get',
    path: '/api/networks/:id',
    about: 'network',
    summary: 'A network',
    access: keysRead(signedInTo('view', 'network')),
    params: IdParams,
    answer: Network,
    handle: async ({ visitor, params, now, etag }) => {
      const found = (await networksFor(db, visitor, now)).find(({ id }) => id === params.id)
      if (!found) throw missing('Network')
      const { revision, ...network } = found
      etag(revision)
      return network
    },
  }),
  route({
    method: 'get',
    path: '/api/networks/:id/people',
    about: 'network',
    summary: 'Who has which role in a network, and who is invited',
    access: signedInTo('view', 'network'),
    params: IdParams,
    answer: dataOf(Person.array()),
    refusals: [...OF_RIGHTS],
    handle: async ({ visitor, params }) => {
      const networkId = mayIn(visitor, idOf(NetworkId, params.id, 'Network'), 'read', 'Network', 'view')
      const people = await peopleOf(db, networkId)
      const accounts = await byId(
        accountsOf,
        people.map(({ id }) => id),
      )
      const invitations = await invitationsOf(db, networkId)
      const invitees = await personal.openAll<NonNullable<Invitee>>(invitations.map(({ id, invitee }) => ({ owner: id, sealed: invitee as Sealed })))
      const active = people.flatMap(({ id, ...grant }) => {
        const account = accounts.get(id)
        if (!account) return []
        const { email, firstName, lastName } = account
        return [{ userId: id, email, firstName, lastName, ...grant, status: 'active' as const }]
      })
      const invited = invitations.flatMap(({ id, role, expiresAt }, i) => {
        const invitee = invitees[i]
        return invitee ? [{ userId: id, email: invitee.email, firstName: null, lastName: null, role, expiresAt, status: 'invited' as const }] : []
      })
      return { data: [...active, ...invited] }
    },
  }),
  route({
    method: 'get',
    path: '/api/networks/:id/api-keys',
    about: 'network',
    summary: 'The API keys of a network, without their secrets',
    access: signedInTo('view', 'network'),
    params: IdParams,
    answer: dataOf(ApiKey.array()),
    refusals: [...OF_RIGHTS],
    handle: async ({ visitor, params }) => {
      const networkId = mayIn(visitor, idOf(NetworkId, params.id, 'Network'), 'read', 'Network', 'view')
      return { data: await withMakers(accountsOf, await apiKeysOf(db, networkId)) }
    },
  }),
  route({
    method: 'get',
    path: '/api/networks/:id/webhooks',
    about: 'network',
    summary: 'The webhooks of a network, without their secrets',
    access: signedInTo('view', 'network'),
    params: IdParams,
    answer: dataOf(Webhook.array()),
    refusals: [...OF_RIGHTS],
    handle: async ({ visitor, params }) => {
      const networkId = mayIn(visitor, idOf(NetworkId, params.id, 'Network'), 'read', 'Network', 'view')
      return { data: await withMakers(accountsOf, await webhooksOf(db, networkId)) }
    },
  }),
]
