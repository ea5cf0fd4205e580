import { z } from 'zod'
import { DomainError } from '../kernel/errors.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { everyone, IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { signedIn } from '../platform/http/visitor.ts'
import { sessionHashOf } from './accounts.ts'
import { connectedAccounts, disconnect } from './connected-accounts.ts'
import * as contract from './contract.ts'
import { type FlowDependencies, oauthFlow } from './oauth-flow.ts'

const providerOf = (path: string): contract.ProviderPath => {
  const provider = contract.ProviderPath.safeParse(path)
  if (!provider.success) throw new DomainError('missing', 'not-found', 'This sign-in provider does not exist.')
  return provider.data
}

export const oauthRoutes = ({ limiter, ...dependencies }: FlowDependencies & Readonly<{ limiter: Limiter }>): Route[] => {
  const { db } = dependencies
  const flow = oauthFlow(dependencies)
  const limits = [limiter({ name: 'provider sign-in', max: 30, seconds: 60 })]

  return [
    route({
      method: 'get',
      path: '/api/oauth/accounts',
      summary: 'The connected accounts at Google and Facebook',
      access: signedInTo('view', 'account'),
      answer: contract.ConnectedAccounts,
      handle: async ({ visitor }) => ({ data: { accounts: await connectedAccounts(db, signedIn(visitor).id) } }),
    }),
    route({
      method: 'delete',
      path: '/api/oauth/accounts/:id',
      about: null,
      summary: 'Disconnect an account, unless it is the last way to sign in',
      access: signedInTo('disconnect', 'account'),
      noted: 'account',
      fresh: true,
      params: IdParams,
      status: 204,
      refusals: ['last-sign-in'],
      handle: async ({ params, visitor }) => {
        await disconnect(db, signedIn(visitor).id, idOf(z.uuid(), params.id, 'Account'))
        return null
      },
    }),
    route({
      method: 'post',
      path: '/api/oauth/:provider/connect',
      about: null,
      summary: 'Where to send the browser to connect an account: good once, for a minute, for this session',
      access: signedInTo('connect', 'account'),
      noted: 'account',
      fresh: true,
      params: contract.ProviderParams,
      answer: contract.ConnectAnswer,
      limits,
      handle: async ({ params, visitor, now }) => {
        const name = providerOf(params.provider)
        const ticket = await flow.issueTicket(name, sessionHashOf(signedIn(visitor).sessionId), now)
        return { url: `/api/oauth/${name}?${new URLSearchParams({ mode: 'connect', ticket })}` }
      },
    }),
    route({
      method: 'get',
      path: '/api/oauth/:provider',
      about: null,
      summary: 'Sends the browser to google or facebook, to sign in or (mode=connect, with a ticket) to connect an account',
      access: everyone,
      params: contract.ProviderParams,
      query: contract.ProviderQuery,
      status: 302,
      limits,
      handle: async ({ params, query, ...browser }) => browser.res.redirect(302, await flow.begin(providerOf(params.provider), query, browser)),
    }),
    route({
      method: 'get',
      path: '/api/oauth/:provider/callback',
      about: null,
      summary: 'Where a provider sends the browser back to',
      access: everyone,
      params: contract.ProviderParams,
      query: contract.ProviderAnswer,
      status: 302,
      handle: async ({ params, query, ...browser }) => browser.res.redirect(302, await flow.finish(providerOf(params.provider), query, browser)),
    }),
  ]
}
