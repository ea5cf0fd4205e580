import { createHash, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import type { AccountClaims, Provider } from 'oidc-provider'
import { z } from 'zod'
import { type ProviderPath, providerNames } from '../../identity/contract.ts'
import type { StandIn } from '../../identity/providers.ts'
import { allowStyles } from '../../platform/http/content-security.ts'
import { newSecret } from '../../platform/personal-data/master-key.ts'
import { memoryAdapter, shortMemory } from './memory.ts'
import { type Person, pageStyle, problemPage, signInPage } from './page.ts'

const PATH = '/api/sandbox/openid'
const TEN_MINUTES = 600
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

const Answer = z.object({
  answer: z.enum(['continue', 'cancel']),
  email: z.string().trim().default(''),
  name: z.string().trim().default(''),
  verified: z.literal('on').optional(),
})
const ValidEmail = z.email().max(254)

/** The person with whom the form is filled at first; any other can be entered. */
const SOMEBODY: Person = { email: 'naomi@vestry.example', name: 'Naomi Ferrand', verified: true }

const hints: Readonly<Record<ProviderPath, string>> = {
  google: 'Google says of every address whether it is verified.',
  facebook: 'Facebook itself never says that an address is verified: untick it to see what happens then.',
}

const signingKey = async () => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }
}

type Dependencies = Readonly<{
  path: ProviderPath
  issuer: string
  client: StandIn['client']
  origin: string
}>

/** A real OpenID provider that accepts any person. */
const openProvider = async ({ path, issuer, client, origin }: Dependencies) => {
  // Loaded only at the first sign-in, so that it does not slow down the start.
  const { default: OpenIdProvider } = await import('oidc-provider')
  const people = shortMemory<Person>()
  const claimsOf = (sub: string): AccountClaims => {
    const { email, name, verified } = people.get(sub) ?? SOMEBODY
    const [given, ...family] = name.split(/\s+/)
    const says = path === 'google' || verified ? { email_verified: verified } : {}
    return { sub, email, ...says, name, given_name: given, family_name: family.join(' ') }
  }
  const names = ['name', 'given_name', 'family_name']
  const callback = `/api/oauth/${path}/callback`
  const provider = new OpenIdProvider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      { client_id: client.id, client_secret: client.secret, redirect_uris: [origin + callback], token_endpoint_auth_method: 'client_secret_post' },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: names, public_profile: names },
    conformIdTokenClaims: false,
    cookies: { keys: [newSecret()], names: { session: `_${path}`, interaction: `_${path}_ask`, resume: `_${path}_resume` } },
    expiresWithSession: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false }, userinfo: { enabled: false } },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => claimsOf(sub) }),
    interactions: { url: (_ctx, { uid }) => `${PATH}/${path}/ask/${uid}` },
    jwks: { keys: [await signingKey()] },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: client.id, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile public_profile')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'html'
      ctx.body = problemPage(providerNames[path], error_description ?? error)
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: TEN_MINUTES, IdToken: TEN_MINUTES, Interaction: TEN_MINUTES, Session: TEN_MINUTES },
  })
  // Compares only paths, since a developer's machine has several names for loopback.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    uri === origin + callback || (uri.endsWith(callback) && LOOPBACK.test(uri.slice(0, -callback.length)))
  return { provider, people }
}

/**
 * Stand-ins for Google and Facebook under /api/sandbox/openid. They run inside the product, which is thus both sides of
 * a real OpenID sign-in. `own`: the product's address on loopback, known once it listens.
 */
export const openIdStandIns = (own: () => string, publicOrigin: () => string) => {
  const secrets = { google: newSecret(), facebook: newSecret() }
  const opened = new Map<string, ReturnType<typeof openProvider>>()

  const standInOf = (path: ProviderPath): StandIn => ({ issuer: `${own()}${PATH}/${path}`, client: { id: `vestry-${path}`, secret: secrets[path] } })

  const providerAt = (path: ProviderPath) => {
    const found = opened.get(path) ?? openProvider({ path, ...standInOf(path), origin: publicOrigin() })
    opened.set(path, found)
    return found
  }

  const ask = async (path: ProviderPath, provider: Provider, req: Request, res: Response, render: () => string): Promise<void> => {
    res.setHeader('Cache-Control', 'no-store')
    try {
      await provider.interactionDetails(req, res)
      res.type('html').send(render())
    } catch {
      res.status(400).type('html').send(problemPage(providerNames[path], 'This sign-in has expired. Please begin again.'))
    }
  }

  const question =
    (path: ProviderPath): RequestHandler =>
    async (req, res) => {
      const { provider } = await providerAt(path)
      await ask(path, provider, req, res, () => signInPage(providerNames[path], SOMEBODY, hints[path]))
    }

  const answer =
    (path: ProviderPath): RequestHandler =>
    async (req, res) => {
      const { provider, people } = await providerAt(path)
      const given = Answer.safeParse(req.body ?? {})
      const person = { email: given.data?.email ?? '', name: given.data?.name ?? '', verified: given.data?.verified === 'on' }
      const cancelled = given.data?.answer === 'cancel'
      const wrong = !given.success || (!cancelled && (!ValidEmail.safeParse(person.email).success || person.name === ''))
      if (wrong)
        return ask(path, provider, req, res.status(400), () =>
          signInPage(providerNames[path], person, hints[path], 'Enter a valid email address and a name.'),
        )
      // The same e-mail address is the same person, even after a restart.
      const sub = `stand-in-${createHash('sha256').update(person.email.toLowerCase()).digest('hex').slice(0, 24)}`
      if (!cancelled) people.set(sub, person, TEN_MINUTES)
      const result = cancelled ? { error: 'access_denied', error_description: 'Cancelled' } : { login: { accountId: sub, remember: false } }
      let next: URL
      try {
        next = new URL(await provider.interactionResult(req, res, result))
      } catch {
        return ask(path, provider, req, res, () => '')
      }
      // Redirects to the path alone, since behind a proxy the provider does not know the browser's scheme.
      res.redirect(303, next.pathname + next.search)
    }

  const router = Router()
  router.use(PATH, (_req, res, next) => {
    allowStyles(res, [pageStyle])
    next()
  })
  for (const path of ['google', 'facebook'] as const) {
    router.get(`${PATH}/${path}/ask/:uid`, question(path))
    router.post(`${PATH}/${path}/ask/:uid`, express.urlencoded({ extended: false, limit: '10kb' }), answer(path))
    router.use(`${PATH}/${path}`, async (req, res) => {
      const { provider } = await providerAt(path)
      await provider.callback()(req, res)
    })
  }
  return { router, standInOf }
}
export type OpenIdStandIns = ReturnType<typeof openIdStandIns>
