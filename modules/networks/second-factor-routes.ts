import type { Instant } from '../kernel/dates.ts'
import { DomainError, missing, refused } from '../kernel/errors.ts'
import { NetworkId, UserId } from '../kernel/ids.ts'
import { OF_COMMANDS, OF_RIGHTS } from '../kernel/refusals.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { type GrantedRole, mayIn, signedIn, type Visitor } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { networkStream } from './events.ts'
import { networkHandler } from './routes.ts'

type Account = Readonly<{ id: UserId; firstName: string; lastName: string; email: string; confirmed: boolean }>

export type SecondFactorDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  accountById: (id: UserId) => Promise<Account | null>
  grantsOf: (id: UserId) => Promise<readonly Readonly<{ networkId: NetworkId; role: GrantedRole }>[]>
  isOperator: (account: Account) => boolean
  factorStateOf: (id: UserId) => Promise<'present' | 'reset' | 'absent'>
  resetFactors: (reset: Readonly<{ userId: UserId; by: UserId; networkId: NetworkId }>, at: Instant) => Promise<void>
}>

const elsewhere = (message: string) => new DomainError('forbidden', 'runs-elsewhere', message)

const administers = ({ grants, barred }: Visitor, id: NetworkId): boolean => grants.get(id) === 'Admin' && !barred.has(id)

/** Recovery for people who have lost their second factors: another Admin vouches for them (R7). */
export const secondFactorRoutes = (needs: SecondFactorDependencies): Route[] => {
  const { handle, check } = networkHandler(needs.store, needs.personal)

  /**
   * Refuses to reset an account with more rights than the caller, who could otherwise take over another network or the
   * installation.
   */
  const mayWeaken = (visitor: Visitor, person: Account, overseen: readonly NetworkId[]): void => {
    const name = `${person.firstName} ${person.lastName}`
    if (overseen.some((id) => !administers(visitor, id)))
      throw elsewhere(
        `${name} is also Admin or Auditor of a network that you do not administer. Ask somebody who is Admin of all their networks, or have their access to the other network ended first. A recovery code works as well.`,
      )
    if (needs.isOperator(person) && !signedIn(visitor).isOperator)
      throw elsewhere(`${name} runs this installation. Ask somebody else who runs it, or have ${name} use a recovery code.`)
  }

  return [
    route({
      method: 'post',
      path: '/api/networks/:id/people/:userId/reset-second-factor',
      about: 'network',
      summary: 'Remove the passkeys, the authenticator app and the recovery codes of somebody who has lost them, and end their sessions',
      access: signedInTo('update', 'network'),
      noted: 'account',
      fresh: true,
      params: IdParams.extend({ userId: IdParams.shape.id }),
      status: 204,
      refusals: [...OF_RIGHTS, ...OF_COMMANDS, 'role-ends', 'own-second-factor', 'runs-elsewhere', 'no-second-factor'],
      handle: async ({ visitor, params, circumstances, now, settled }) => {
        const networkId = mayIn(visitor, idOf(NetworkId, params.id, 'Network'), 'write', 'Network', 'update')
        const userId = idOf(UserId, params.userId.toLowerCase(), 'Account')
        const by = signedIn(visitor).id
        const commandIn = (id: NetworkId) => ({ type: 'ResetSecondFactors', networkId: id, userId, by, at: now }) as const
        const checkIn = (id: NetworkId) => check(networkStream(id), commandIn(id), circumstances)
        await checkIn(networkId)
        if (userId === by)
          throw refused('own-second-factor', 'Ask another Admin of the network to reset your second factor, or change it under Settings, Security.')
        const person = await needs.accountById(userId)
        if (!person) throw missing('Account')
        const overseen = (await needs.grantsOf(userId)).flatMap((grant) => (grant.role === 'Member' ? [] : [grant.networkId]))
        mayWeaken(visitor, person, overseen)
        // The reset is recorded in each network where the account is Admin or Auditor; all of them are checked before
        // the first one records it.
        const networks = [...new Set([networkId, ...overseen])]
        for (const id of networks.slice(1)) await checkIn(id)
        const state = await needs.factorStateOf(userId)
        if (state === 'absent') throw refused('no-second-factor', `${person.firstName} ${person.lastName} has no second factor.`)
        if (state === 'reset') return null
        const shown: Appended[] = []
        for (const id of networks) shown.push(...(await handle(networkStream(id), commandIn(id), circumstances)).shown)
        await needs.resetFactors({ userId, by, networkId }, now)
        await settled(shown)
        return null
      },
    }),
  ]
}
