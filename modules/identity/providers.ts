import * as oidc from 'openid-client'
import { z } from 'zod'
import { cutText } from '../kernel/cut-text.ts'
import type { ProviderPath } from './contract.ts'

export type Identity = Readonly<{
  /** The user's id at the provider. It never changes, while addresses do. */
  subject: string
  /** The user's address, if the provider has verified it. */
  verifiedEmail: string | null
  firstName: string
  lastName: string
}>

/** Secrets that bind a provider's answer to our request, known only to us and the provider. */
export type Checks = Readonly<{ state: string; nonce: string; codeVerifier: string }>

export type Provider = Readonly<{
  begin: (redirectUri: string, checks: Checks) => Promise<string>
  /** Redeems the answer that the browser brought back. Throws if it does not match the request. */
  finish: (answer: URL, checks: Checks) => Promise<Identity>
}>

export type Client = Readonly<{ id: string; secret: string }>

/** A stand-in in this process: its issuer is on loopback, and the browser reaches it under our own address. */
export type StandIn = Readonly<{ issuer: string; client: Client }>

const PATIENCE_SECONDS = 10

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).nullable().catch(null),
  email_verified: z.literal(true).optional().catch(undefined),
  name: z.string().catch(''),
  given_name: z.string().catch(''),
  family_name: z.string().catch(''),
})

const named = (text: string): string => cutText(text.replaceAll('\u0000', '').trim(), 100)

/**
 * Reads the claims of an ID token. An address counts as verified only if the provider says so explicitly. Google always
 * does. Facebook has no such claim, so an address from Facebook never opens or creates an account; a user can only
 * connect Facebook to an account that they have.
 */
export const identityOf = (claims: unknown): Identity => {
  const { sub, email, email_verified, name, given_name, family_name } = Claims.parse(claims)
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return {
    subject: sub,
    verifiedEmail: email_verified ? email : null,
    firstName: named(given_name) || named(first) || named(email?.split('@')[0] ?? '') || 'Friend',
    lastName: named(family_name) || named(rest.join(' ')),
  }
}

const scopes: Readonly<Record<ProviderPath, string>> = { google: 'openid email profile', facebook: 'openid email public_profile' }

/**
 * The authorization code flow with PKCE, nonce and a verified signature. The provider's metadata is fetched at first
 * use.
 */
const provider = (path: ProviderPath, configure: () => Promise<oidc.Configuration>, shown = (url: URL): string => url.href): Provider => {
  let configured: Promise<oidc.Configuration> | undefined
  const configuration = () => {
    configured ??= configure().catch((error: unknown) => {
      configured = undefined
      throw error
    })
    return configured
  }
  return {
    begin: async (redirectUri, { state, nonce, codeVerifier }) =>
      shown(
        oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: scopes[path],
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }),
      ),
    finish: async (answer, { state, nonce, codeVerifier }) => {
      const tokens = await oidc.authorizationCodeGrant(await configuration(), answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      return identityOf(tokens.claims())
    },
  }
}

const discovered = (issuer: string, { id, secret }: Client, more: ((configuration: oidc.Configuration) => void)[] = []) =>
  oidc.discovery(new URL(issuer), id, secret, undefined, { execute: [oidc.enableNonRepudiationChecks, ...more], timeout: PATIENCE_SECONDS })

const google = (client: Client): Provider => provider('google', () => discovered('https://accounts.google.com', client))

/** Facebook publishes keys and an issuer, but no metadata for setting up a code flow. */
const FACEBOOK = {
  issuer: 'https://www.facebook.com',
  authorization_endpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
  token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
  jwks_uri: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
}

const facebook = ({ id, secret }: Client): Provider =>
  provider('facebook', async () => {
    const configuration = new oidc.Configuration(FACEBOOK, id, secret)
    oidc.enableNonRepudiationChecks(configuration)
    configuration.timeout = PATIENCE_SECONDS
    return configuration
  })

/** The only place where plain HTTP is allowed: from this process to itself. */
const standIn = (path: ProviderPath, { issuer, client }: StandIn): Provider =>
  provider(
    path,
    () => discovered(issuer, client, [oidc.allowInsecureRequests]),
    ({ pathname, search }) => pathname + search,
  )

export type Providers = (path: ProviderPath) => Provider | null

export type StandInOf = (path: ProviderPath) => StandIn

export const providers = (clients: Readonly<Record<ProviderPath, Client | null>>, standInOf: StandInOf | null): Providers => {
  const known = new Map<ProviderPath, Provider>()
  const real = { google, facebook }
  const open = (path: ProviderPath): Provider | null => {
    const client = clients[path]
    if (client) return real[path](client)
    return standInOf && standIn(path, standInOf(path))
  }
  return (path) => {
    const found = known.get(path) ?? open(path)
    if (found) known.set(path, found)
    return found
  }
}

export const problemOf = (error: unknown): 'access-denied' | 'unavailable' | 'failed' => {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'access-denied'
    return ['temporarily_unavailable', 'server_error'].includes(error.error) ? 'unavailable' : 'failed'
  }
  const code = error instanceof oidc.ClientError ? error.code : undefined
  const unreachable = error instanceof TypeError && error.message === 'fetch failed'
  return unreachable || ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(code ?? '')
    ? 'unavailable'
    : 'failed'
}
