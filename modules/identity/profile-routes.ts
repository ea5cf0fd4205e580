import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { UserId } from '../kernel/ids.ts'
import { OF_COMMANDS } from '../kernel/refusals.ts'
import { type Circumstances, stale } from '../platform/handle.ts'
import { type Route, route, signedInTo } from '../platform/http/route.ts'
import { signedIn } from '../platform/http/visitor.ts'
import { type Account, accountOf } from './accounts.ts'
import * as contract from './contract.ts'
import type { Sessions } from './sessions.ts'

export type ProfileDependencies = Readonly<{
  db: pg.Pool
  sessions: Sessions
  /** Ends all roles of a user; refuses, and ends none, if a network would be left without an Admin. */
  leaveNetworks: (userId: UserId, circumstances: Circumstances) => Promise<void>
  forget: (userId: string) => Promise<void>
}>

const profileOf = ({ email, firstName, lastName, passwordHash }: Account): contract.Profile => ({
  email,
  firstName,
  lastName,
  hasPassword: passwordHash !== null,
})

/** An account has no revisions, so its ETag is this number, which changes with the content of the profile. */
const revisionOf = (profile: contract.Profile): number => createHash('sha256').update(JSON.stringify(profile)).digest().readUIntBE(0, 6)

/** A user's names, and the deletion of their account (R11). */
export const profileRoutes = ({ db, sessions, leaveNetworks, forget }: ProfileDependencies): Route[] => [
  route({
    method: 'get',
    path: '/api/profile',
    summary: "One's own profile",
    access: signedInTo('view', 'profile'),
    answer: contract.Profile,
    handle: async ({ visitor, etag }) => {
      const profile = profileOf(await accountOf(db, signedIn(visitor).id))
      etag(revisionOf(profile))
      return profile
    },
  }),
  route({
    method: 'put',
    path: '/api/profile',
    summary: "Change one's own name",
    access: signedInTo('update', 'profile'),
    body: contract.ProfileNames,
    answer: contract.Profile,
    refusals: [...OF_COMMANDS, 'stale'],
    handle: async ({ visitor, body: { firstName, lastName }, ifMatch, etag }) => {
      const { id } = signedIn(visitor)
      const seen = profileOf(await accountOf(db, id))
      if (ifMatch !== undefined && ifMatch !== revisionOf(seen)) throw stale()
      const { rowCount } = await db.query(
        'update users set first_name = $2, last_name = $3 where id = $1 and ($4 or (first_name = $5 and last_name = $6))',
        [id, firstName, lastName, ifMatch === undefined, seen.firstName, seen.lastName],
      )
      if (rowCount === 0) throw stale()
      const profile = profileOf(await accountOf(db, id))
      etag(revisionOf(profile))
      return profile
    },
  }),
  route({
    method: 'delete',
    path: '/api/profile',
    summary: "Delete one's account: one's roles end, and nothing of the person is kept",
    access: signedInTo('delete', 'account'),
    noted: 'account',
    fresh: true,
    status: 204,
    refusals: [...OF_COMMANDS, 'last-admin'],
    handle: async ({ visitor, circumstances, req, res }) => {
      const { id } = signedIn(visitor)
      await leaveNetworks(id, circumstances)
      await db.query('delete from users where id = $1', [id])
      await forget(id)
      await sessions.close(req, res)
      return null
    },
  }),
]
