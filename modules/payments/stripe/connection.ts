import { Stripe } from 'stripe'
import { DomainError, NoAccess } from '../../kernel/errors.ts'
import { type Span, span } from '../../platform/telemetry/telemetry.ts'

/** The connection of this installation to Stripe. */
export type StripeSettings = Readonly<{
  secretKey: string
  publishableKey: string
  /**
   * The secrets of the two webhook endpoints: one for events on connected accounts, such as payments, and one for
   * changes of the accounts themselves.
   */
  webhookSecret: string
  accountsWebhookSecret: string
  /** The URL to call instead of Stripe's API: a proxy, or the sandbox's stand-in. */
  apiUrl?: string | undefined
}>

const RETRIES = 2
const PATIENCE_MS = 20_000

/** Receives every answer by Stripe: the call (without ids), its status, and the seconds it took. */
export type StripeAnswered = (call: string, statusCode: number, after: number) => void

/** A call's method and path, with ':id' for each id. Ids have a prefix and an underscore. */
const callOf = (method: string, path: string): string => `${method} ${path.replace(/[?].*/, '').replace(/\/[a-z]+_(?:test_)?\w{14,}/g, '/:id')}`

/** The API's URL as options of Stripe's SDK. */
export const addressIn = (apiUrl: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  const { protocol, hostname, port } = new URL(apiUrl)
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port ? { port } : {}) }
}

/** Stripe's HTTP client, with a telemetry span for each request, including repeated and unanswered requests. */
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
const AWAY = 'Stripe is not responding right now. Please try again in a moment.'
/** Two of these classes mean 'too many calls', since Stripe's API v1 and v2 have different ones. */
const OUTAGES = [StripeConnectionError, StripeAPIError, StripeRateLimitError, RateLimitError, StripeAuthenticationError]

/** True for errors that a retry may overcome, including a wrong key. A refusal is not such an error. */
export const isOutage = (error: unknown): boolean => OUTAGES.some((kind) => error instanceof kind)

/** @throws DomainError 503 `unavailable` if Stripe does not answer */
export const asking = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    if (isOutage(error)) throw new DomainError('unavailable', 'unavailable', AWAY)
    throw error
  }
}

/**
 * Like `asking`, but throws NoAccess for an account that has revoked our access
 * (docs.stripe.com/error-codes#account-invalid). Other missing permissions, such as the limits of a restricted key,
 * count as an outage.
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
