import type { z } from 'zod'
import { type Instant, instantOf } from '../../kernel/dates.ts'
import type { Bodies, Store } from './store.ts'

/** Types of snapshot events that are told. */
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

/** What a call works with: one transaction, one account, one moment. */
export type Context = Readonly<{
  store: Store
  /** Empty for the platform itself. */
  account: string
  at: Instant
  /** Scheme, host and port under which browsers reach the product. */
  origin: string
  /** Tells of an object as it is now. */
  tell: (type: EventType, object: unknown) => Promise<void>
  /** Tells of the account, without saying how it is. */
  tellThin: (event: ThinEvent) => Promise<void>
}>

export const secondsAt = ({ at }: Pick<Context, 'at'>): number => Math.floor(Date.parse(at) / 1000)

export const DAY_MS = 86_400_000
export const later = (at: Instant, milliseconds: number): Instant => instantOf(Date.parse(at) + milliseconds)
/** The beginning of the UTC day that is so many days after a moment. */
export const dayAfter = (at: Instant, days: number): Instant => instantOf((Math.floor(Date.parse(at) / DAY_MS) + days) * DAY_MS)

/** The id of what may be there as an object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** One call of Stripe's API. */
export type Endpoint = Readonly<{
  method: 'get' | 'post' | 'delete'
  path: string
  params: z.ZodType
  /** For browsers: with a publishable key, which opens nothing but what a client secret names. */
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

/** As it is shown at a moment. */
export const shown = <Body extends Bodies[keyof Bodies]>(body: Body, { at }: Pick<Context, 'at'>): Body =>
  'available_on' in body ? { ...body, status: body.available_on * 1000 <= Date.parse(at) ? 'available' : 'pending' } : body
