import type pg from 'pg'
import { missing } from '../kernel/errors.ts'
import { IdParams, type Route, route, signedInTo } from '../platform/http/route.ts'
import { signedIn } from '../platform/http/visitor.ts'
import { dataOf } from '../shared/api.ts'
import { endSession, endSignIns, openSessionsOf } from './accounts.ts'
import * as contract from './contract.ts'

export const sessionRoutes = (db: pg.Pool): Route[] => [
  route({
    method: 'get',
    path: '/api/auth/sessions',
    summary: 'Where one is signed in',
    access: signedInTo('view', 'session'),
    answer: dataOf(contract.OpenSession.array()),
    handle: async ({ visitor, now }) => {
      const { id, sessionId } = signedIn(visitor)
      return { data: (await openSessionsOf(db, id, now)).map((session) => ({ ...session, current: session.id === sessionId })) }
    },
  }),
  route({
    method: 'delete',
    path: '/api/auth/sessions/:id',
    about: null,
    summary: 'Sign out one of the places where one is signed in',
    access: signedInTo('end', 'session'),
    noted: 'account',
    fresh: true,
    params: IdParams,
    status: 204,
    handle: async ({ visitor, params }) => {
      if (!(await endSession(db, signedIn(visitor).id, params.id))) throw missing('Session')
      return null
    },
  }),
  route({
    method: 'delete',
    path: '/api/auth/sessions',
    summary: 'Sign out everywhere but here',
    access: signedInTo('end', 'session'),
    noted: 'account',
    fresh: true,
    status: 204,
    handle: async ({ visitor }) => {
      const { id, sessionId } = signedIn(visitor)
      await endSignIns(db, id, sessionId)
      return null
    },
  }),
]
