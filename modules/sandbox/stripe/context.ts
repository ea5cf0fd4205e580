import type { z } from 'zod'
import { type Instant, instantOf } from '../../kernel/dates.ts'
import type { Bodies, Store } from './store.ts'

export type EventType =
  | 'account.updated'
  | 'account.application.deauthorized'
  | `charge.${'succeeded' | 'failed' | 'pending' | 'refunded' | 'updated'}`
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`
  | `customer.${'created' | 'updated' | 'deleted'}`
  | `payment_intent.${'created' | 'requires_action' | 'processing' | 'succeeded' | 'payment_failed' | 'canceled'}`
  | `payment_method.${'attached' | 'detached'}`
  | `payout.${'created' | 'paid'}`
  | 'radar.early_fraud_warning.created'
  | `refund.${'created' | 'updated' | 'failed'}`

type ThinEvent = Readonly<{ type: string; data?: unknown; related: boolean }>

export type Context = Readonly<{
  store: Store
  /** Empty for the platform. */
  account: string
  at: Instant
  /** The scheme, host and port at which browsers reach the product. */
  origin: string
  send: (type: EventType, object: unknown) => Promise<void>
  /** Sends an event about the account in Stripe's thin format, which has no state of it. */
  sendThin: (event: ThinEvent) => Promise<void>
}>

export const secondsAt = ({ at }: Pick<Context, 'at'>): number => Math.floor(Date.parse(at) / 1000)

export const DAY_MS = 86_400_000
export const later = (at: Instant, milliseconds: number): Instant => instantOf(Date.parse(at) + milliseconds)
/** The start of the UTC day that is this many days after a moment. */
export const dayAfter = (at: Instant, days: number): Instant => instantOf((Math.floor(Date.parse(at) / DAY_MS) + days) * DAY_MS)

/** The id of a reference, which may have been replaced by its object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export type Endpoint = Readonly<{
  method: 'get' | 'post' | 'delete'
  path: string
  params: z.ZodType
  /** True: browsers may call it with the publishable key. They see only objects whose client secret they send. */
  open: boolean
  run: (context: Context, params: never, ids: Readonly<Record<string, string>>) => Promise<unknown>
}>

export const endpoint = <Params extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  params: Params,
  run: (context: Context, params: z.output<Params>, ids: Readonly<Record<string, string>>) => Promise<unknown>,
  { open = false } = {},
): Endpoint => ({ method, path, params, open, run: run as Endpoint['run'] })

/** The object as an answer at this moment shows it. */
export const shown = <Body extends Bodies[keyof Bodies]>(body: Body, { at }: Pick<Context, 'at'>): Body =>
  'available_on' in body ? { ...body, status: body.available_on * 1000 <= Date.parse(at) ? 'available' : 'pending' } : body
