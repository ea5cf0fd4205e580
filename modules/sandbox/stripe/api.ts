import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import express, { type Express, type Request, type Response, type Router } from 'express'
import type pg from 'pg'
import type { Clock, Instant } from '../../kernel/dates.ts'
import type { Log } from '../../platform/log.ts'
import { accountEndpoints } from './accounts.ts'
import { balanceEndpoints } from './balance.ts'
import { type Chaos, chaosOf, happens } from './chaos.ts'
import { DAY_MS, type Endpoint, later } from './context.ts'
import { disputeEndpoints } from './disputes.ts'
import { invalidRequest, StripeRefusal } from './errors.ts'
import { intentEndpoints } from './intents.ts'
import { paramsOf } from './params.ts'
import { methodEndpoints } from './payment-methods.ts'
import { expanded, readingEndpoints } from './reading.ts'
import { refundEndpoints } from './refunds.ts'
import type { Store } from './store.ts'
import { API_VERSION } from './webhooks.ts'
import { newRequest, type Work } from './work.ts'

export const SECRET_KEY = 'sk_test_sandbox'
export const PUBLISHABLE_KEY = 'pk_test_sandbox'

const endpoints: readonly Endpoint[] = [
  ...intentEndpoints,
  ...methodEndpoints,
  ...disputeEndpoints,
  ...refundEndpoints,
  ...balanceEndpoints,
  ...accountEndpoints,
  ...readingEndpoints,
]

type Dependencies = Readonly<{ pool: pg.Pool; now: Clock; log: Log; work: Work; wake: () => void }>
type Given = Record<string, unknown>
type Answer = Readonly<{ status: number; body: unknown; replayed?: boolean }>
type Call = Readonly<{ account: string; given: Given; key: string | undefined }>

const accountOf = (req: Request): string => {
  const [account, context] = [req.get('stripe-account'), req.get('stripe-context')]
  if (account && context) throw invalidRequest('Only one of the headers Stripe-Account and Stripe-Context may be sent.')
  return account ?? context ?? ''
}

const fromServer = (req: Request): Call => {
  const key = /^Bearer (.*)$/.exec(req.get('authorization') ?? '')?.[1] ?? ''
  if (!key.startsWith(SECRET_KEY))
    throw new StripeRefusal(401, 'invalid_request_error', `Invalid API Key provided: ${key.slice(0, 8)}***`, { code: 'api_key_invalid' })
  return { account: accountOf(req), given: { ...(req.method === 'GET' ? req.query : req.body) }, key: req.get('idempotency-key') }
}

/** A browser's call. It has the publishable key and an intent's client secret. */
const fromBrowser = (req: Request): Call => {
  const { key, _stripe_account: account = '', ...given } = { ...(req.method === 'GET' ? req.query : req.body) } as Given
  if (key !== PUBLISHABLE_KEY) throw new StripeRefusal(401, 'invalid_request_error', 'Invalid API Key provided.', { code: 'api_key_invalid' })
  if (req.path.startsWith('/v1/payment_intents/') && typeof given.client_secret !== 'string')
    throw invalidRequest('Missing required param: client_secret.', 'parameter_missing', 'client_secret')
  return { account: String(account), given, key: undefined }
}

const digestOf = (...parts: readonly unknown[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest()

/** Runs a call once for each idempotency key; repeats get the same answer. A key expires after a day. */
const oncePerKey = async (store: Store, at: Instant, call: Call, request: Buffer, run: () => Promise<Answer>): Promise<Answer> => {
  const { account, key } = call
  if (key === undefined) return run()
  const { client } = store
  // Waits for another call with the same key that is still running.
  const claimed = await client.query(
    `insert into stripe_answers as a (account, key, request, at) values ($1, $2, $3, $4)
     on conflict (account, key) do update set request = excluded.request, at = excluded.at, status = null, body = null where a.at < $5`,
    [account, key, request, at, later(at, -DAY_MS)],
  )
  if (claimed.rowCount === 0) {
    const { rows } = await client.query<{ request: Buffer; status: number; body: unknown }>(
      'select request, status, body from stripe_answers where account = $1 and key = $2',
      [account, key],
    )
    const [first] = rows
    if (!first?.request.equals(request))
      throw new StripeRefusal(
        400,
        'idempotency_error',
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      )
    return { status: first.status, body: first.body, replayed: true }
  }
  const answer = await run()
  await client.query('update stripe_answers set status = $3, body = $4 where account = $1 and key = $2', [
    account,
    key,
    answer.status,
    JSON.stringify(answer.body),
  ])
  return answer
}

const codeOf = (body: unknown): string | null => {
  const { error } = (body ?? {}) as { error?: { code?: string; type?: string } }
  return error ? (error.code ?? error.type ?? null) : null
}

/** The calls of the API. Each runs in one transaction, in which it is also logged. */
export const openApi = ({ pool, now, log, work: { work }, wake }: Dependencies) => {
  const note = (client: Pick<pg.ClientBase, 'query'> | pg.Pool, req: Request, account: string, answer: Answer) =>
    client.query('insert into stripe_calls (at, account, method, path, status, code) values ($1, $2, $3, $4, $5, $6)', [
      now(),
      account,
      req.method,
      req.path,
      answer.status,
      codeOf(answer.body),
    ])

  const perform = (endpoint: Endpoint, req: Request, callOf: (req: Request) => Call, id: string, chaos: Chaos): Promise<Answer> => {
    const run = async (open: Parameters<Parameters<Work['work']>[0]>[0], store: Store): Promise<Answer> => {
      const call = callOf(req)
      const { account, given } = call
      if (account !== '') await store.account(account)
      const context = open(account)
      const params = paramsOf(endpoint.params, given)
      const { expand = [] } = params as { expand?: string[] }
      return oncePerKey(store, context.at, call, digestOf(req.method, req.path, given), async () => {
        await store.client.query('savepoint before')
        try {
          const body = await endpoint.run(context, params as never, req.params as Record<string, string>)
          return { status: 200, body: await expanded(context, body, expand) }
        } catch (error) {
          if (!(error instanceof StripeRefusal)) throw error
          if (!error.kept) await store.client.query('rollback to savepoint before')
          return { status: error.status, body: error.body() }
        }
      })
    }
    return work(
      async (open, store) => {
        const answer = await run(open, store).catch((error: unknown): Answer => {
          if (!(error instanceof StripeRefusal)) throw error
          return { status: error.status, body: error.body() }
        })
        await note(store.client, req, accountIn(req), answer)
        return answer
      },
      newRequest(req.get('idempotency-key'), id),
      chaos,
    )
  }

  const broken = { status: 500, body: new StripeRefusal(500, 'api_error', 'An unknown error occurred.').body() }

  const serve = (endpoint: Endpoint, callOf: (req: Request) => Call) => async (req: Request, res: Response) => {
    const { id } = newRequest()
    const send = ({ status, body, replayed }: Answer) => {
      res.setHeader('Request-Id', id)
      res.setHeader('Stripe-Version', API_VERSION)
      if (replayed) res.setHeader('Idempotent-Replayed', 'true')
      res.status(status).json(body)
    }
    try {
      const chaos = await chaosOf(pool)
      if (chaos.delayMs > 0) await pause(chaos.delayMs)
      if (happens(chaos.failRate)) {
        await note(pool, req, accountIn(req), broken)
        return send(broken)
      }
      const answer = await perform(endpoint, req, callOf, id, chaos)
      wake()
      if (happens(chaos.loseAnswers)) return void req.socket.destroy()
      send(answer)
    } catch (error) {
      log.error({ err: error, path: endpoint.path }, 'the stand-in for Stripe has failed')
      send(broken)
    }
  }

  const unknown = (req: Request, res: Response): void => {
    const refusal = new StripeRefusal(404, 'invalid_request_error', `Unrecognized request URL (${req.method}: ${req.path}).`)
    void res.status(404).json(refusal.body())
  }

  const body = [express.urlencoded({ extended: true, limit: '256kb' }), express.json({ limit: '256kb' })]
  return {
    /** Mounts all calls, for servers with the secret key. */
    toServers: (app: Express): void => {
      app.set('query parser', 'extended')
      for (const endpoint of endpoints) app[endpoint.method](endpoint.path, ...body, serve(endpoint, fromServer))
      app.use(unknown)
    },
    /** Mounts the calls for browsers, which come from the frame with an opaque origin. */
    toBrowsers: (router: Router): void => {
      router.use('/v1', (_req, res, next) => {
        res.setHeader('Access-Control-Allow-Origin', '*')
        res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
        res.setHeader('Cache-Control', 'no-store')
        next()
      })
      for (const endpoint of endpoints.filter(({ open }) => open)) router[endpoint.method](endpoint.path, ...body, serve(endpoint, fromBrowser))
      router.use('/v1', unknown)
    },
  }
}

const accountIn = (req: Request): string =>
  req.get('stripe-account') ?? req.get('stripe-context') ?? String((req.body as Given | undefined)?._stripe_account ?? '')
