import { Stripe } from 'stripe'
import { DomainError, NoAccess } from '../../kernel/errors.ts'
import { type Span, span } from '../../platform/telemetry/telemetry.ts'

/** How this installation speaks to Stripe. */
export type StripeSettings = Readonly<{
  secretKey: string
  publishableKey: string
  /** Of the endpoint that hears of payments on connected accounts, and of the one that hears of the accounts. */
  webhookSecret: string
  accountsWebhookSecret: string
  /** Another address of its API than Stripe's own: a proxy, or the stand-in. */
  apiUrl?: string | undefined
}>

const RETRIES = 2
const PATIENCE_MS = 20_000

/** Hears of each answer of Stripe's: the call without ids, its status, and how many seconds it took. */
export type StripeAnswered = (call: string, statusCode: number, after: number) => void

/** Ids have a prefix and an underscore; the first part of a path is the version. */
const callOf = (method: string, path: string): string => `${method} ${path.replace(/[?].*/, '').replace(/\/[a-z]+_(?:test_)?\w{14,}/g, '/:id')}`

/** An address as Stripe's SDK takes it. */
export const addressIn = (apiUrl: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  const { protocol, hostname, port } = new URL(apiUrl)
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port ? { port } : {}) }
}

/** Stripe's own client, each of whose requests is a span: repeats of a call, and those without an answer, too. */
const tracedClient = () => {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = (...request) => {
    const [, , path, method] = request
    const ask = async ({ set, failed }: Span) => {
      const answer = await makeRequest(...request)
      const status = answer.getStatusCode()
      set({ 'http.response.status_code': status })
      if (status >= 400) failed(String(status))
      return answer
    }
    return span(`stripe ${callOf(method, path)}`, { 'http.request.method': method }, ask, { kind: 'client' })
  }
  return client
}

export const connectTo = ({ secretKey, apiUrl }: Pick<StripeSettings, 'secretKey' | 'apiUrl'>, answered: StripeAnswered = () => {}): Stripe => {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: RETRIES,
    timeout: PATIENCE_MS,
    telemetry: false,
    httpClient: tracedClient(),
    ...(apiUrl ? addressIn(apiUrl) : {}),
  })
  stripe.on('response', ({ method, path, status, elapsed }: Stripe.ResponseEvent) => answered(callOf(method, path), status, elapsed / 1_000))
  return stripe
}

const { RateLimitError, StripeAPIError, StripeAuthenticationError, StripeConnectionError, StripePermissionError, StripeRateLimitError } =
  Stripe.errors
const AWAY = 'Stripe does not answer right now. Please try again in a moment.'
/** Too many calls is an error of its own in v1, and another one in v2. */
const OUTAGES = [StripeConnectionError, StripeAPIError, StripeRateLimitError, RateLimitError, StripeAuthenticationError]

/** What Stripe may do when it is asked again, with a key that it knows if need be; a refusal stays what it is. */
export const isOutage = (error: unknown): boolean => OUTAGES.some((kind) => error instanceof kind)

/** @throws DomainError 503 `unavailable` when Stripe does not answer */
export const asking = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    if (isOutage(error)) throw new DomainError('unavailable', 'unavailable', AWAY)
    throw error
  }
}

/**
 * The same, where what our key may not see must not count as a refusal: an account that has ended our access, and anything else (a restricted
 * key, say) like an outage. docs.stripe.com/error-codes#account-invalid
 * @throws NoAccess
 */
export const askingWithAccess = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await asking(ask)
  } catch (error) {
    if (!(error instanceof StripePermissionError)) throw error
    throw error.code === 'account_invalid' ? new NoAccess(AWAY) : new DomainError('unavailable', 'unavailable', AWAY)
  }
}
