import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import type { Instant } from '../../kernel/dates.ts'
import { missing, type Named, type Thing } from '../../kernel/errors.ts'
import type { RefusalCode } from '../../kernel/refusals.ts'
import type { Appended, Revision } from '../event-store/event-store.ts'
import type { Circumstances } from '../handle.ts'
import type { SecurityEvent } from '../security-log.ts'
import type { Reads } from './reads.ts'
import type { KeyScope, Visitor } from './visitor.ts'

/**
 * Who may call. Reading is for Admins and Auditors, writing for Admins; a handler narrows it to the thing's own network. Whoever runs the
 * installation has calls of their own, about no network.
 */
export type Access = (
  | Readonly<{ kind: 'everyone' }>
  | Readonly<{ kind: 'signed-in' | 'operator'; action: string; thing: Named }>
  | Readonly<{ kind: 'read' | 'write'; action: string; thing: Named }>
) &
  Readonly<{
    /** The scope that opens the call to API keys; null: it is for people alone (R203). */
    keys: KeyScope | null
    /** The network in the path decides, whatever the session's is: the handler asks `mayIn`. */
    byPath?: true
  }>

export const everyone: Access = { kind: 'everyone', keys: null }
export const signedInTo = (action: string, thing: Named): Access => ({ kind: 'signed-in', action, thing, keys: null })
export const operators = (action: string, thing: Named): Access => ({ kind: 'operator', action, thing, keys: null })
export const readers = (thing: Named): Access => ({ kind: 'read', action: 'view', thing, keys: 'read' })
export const admins = (action: string, thing: Named): Access => ({ kind: 'write', action, thing, keys: null })
/** For Admins of the network that the path names, which may be another than the session's. */
export const adminsThere = (action: string, thing: Named): Access => ({ ...admins(action, thing), byPath: true })

/** Opens a call to API keys of either scope, which its access alone keeps closed. */
export const keysRead = (access: Access): Access => ({ ...access, keys: 'read' })
/** Opens a call to API keys that write. What moves money out, sends mail, or decides who and what may act is for people (R203). */
export const keysWrite = (access: Access): Access => ({ ...access, keys: 'write' })
/** Closes a call to API keys that its access alone would open. */
export const peopleAlone = (access: Access): Access => ({ ...access, keys: null })

export type Call<Params, Query, Body> = Readonly<{
  params: Params
  query: Query
  body: Body
  visitor: Visitor
  /** The moment that is asked about: the present one, unless the client names another (`asOf`). */
  now: Instant
  /** That other moment. */
  asOf: Instant | null
  req: Request
  res: Response
  /** The visitor's queries (reads.ts), about that moment. */
  db: Reads
  /** For command handlers: the actor, the time, and the request's id or key as cause. */
  circumstances: Circumstances
  /** The revision that an edit is based on (R128), where the client names it. */
  ifMatch: Revision | undefined
  /** Waits (2 s at most) until every read model shows these events; on timeout the answer carries Vestry-Lag. */
  settled: (appended: readonly Appended[]) => Promise<void>
  etag: (revision: Revision) => void
  /** Idempotency for handlers that read their bodies themselves. */
  repeats: Readonly<{
    /** Runs the work once per Idempotency-Key and answers all equal requests alike; without a key it always runs. */
    once: (requestOf: () => Promise<unknown>, work: (cause: string) => Promise<unknown>) => Promise<unknown>
    /** Is the first request with this key still running? */
    isUnderWay: () => Promise<boolean>
  }>
}>

type Shape = z.ZodType

/** The things of a network that a call may be about, by an id. */
export type About = 'network' | 'program' | 'profile' | 'bill' | 'payor' | 'message' | 'payment'

export type Route = Readonly<{
  method: 'get' | 'post' | 'put' | 'delete'
  /** As express writes it, with its /api prefix. */
  path: string
  /** The thing whose id the call names, in its path or in the field `aboutIn` of its body; null: no thing of a network's. */
  about: About | null
  aboutIn: string | null
  summary: string
  access: Access
  /** Needs a sign-in not older than 15 minutes, so that a stolen session cannot move money or people. */
  fresh: boolean
  /** The event in the security log for each call that succeeds. */
  noted: SecurityEvent | null
  params: Shape
  query: Shape
  body: Shape | null
  answer: Shape | null
  /** The type of an answer that is no JSON, such as `text/csv`. */
  media: string | null
  /** The multipart form that a handler reads itself. */
  form: Shape | null
  /**
   * What it is refused with beyond what every call of its kind is (openapi.ts), for those who read the published description. A test whose
   * client gets another code fails.
   */
  refusals: readonly RefusalCode[]
  status: number
  /** Takes an Idempotency-Key: the same key and body get the same answer for 24 hours. */
  creates: boolean
  limits: readonly RequestHandler[]
  /** Answers for any moment of the past, too (`asOf`). */
  asOf: boolean
  /** Treats an invalid query as an absent one. */
  forgiving: boolean
  /** Fields that are only compared by hash or signature: the handler refuses any invalid value. */
  opaque: readonly string[]
  /** The handler reads the body itself (uploads). */
  rawBody: boolean
  /** The handler parses the body, because validation needs more than its shape, such as the network's day; all errors are then found at once. */
  parsesBody: boolean
  handle: (call: Call<never, never, never>) => Promise<unknown>
}>

const Nothing = z.object({})

/**
 * Declares one call of the API: its path, who may make it, its input and output. The result is sent as JSON with
 * `status` (null: an empty answer); a handler that has sent its own answer returns undefined.
 */
export const route = <
  Params extends Shape = typeof Nothing,
  Query extends Shape = typeof Nothing,
  Body extends Shape = typeof Nothing,
  Answer extends Shape = Shape,
  ParsesBody extends boolean = false,
  Path extends string = string,
>(
  definition: {
    method: Route['method']
    path: Path
    aboutIn?: string
    summary: string
    access: Access
    fresh?: boolean
    noted?: SecurityEvent
    params?: Params
    query?: Query
    body?: Body
    answer?: Answer
    media?: string
    form?: Shape
    refusals?: readonly RefusalCode[]
    status?: number
    creates?: boolean
    limits?: readonly RequestHandler[]
    opaque?: readonly string[]
    rawBody?: boolean
    parsesBody?: ParsesBody
    asOf?: boolean
    forgiving?: boolean
    handle: (
      call: Call<z.output<Params>, z.output<Query>, ParsesBody extends true ? unknown : z.output<Body>>,
    ) => Promise<z.input<Answer> | null | undefined>
    // A path with an id says whose it is.
  } & (Path extends `${string}:${string}` ? { about: About | null } : { about?: About }),
): Route => ({
  about: null,
  aboutIn: null,
  params: Nothing,
  query: Nothing,
  body: null,
  answer: null,
  media: null,
  form: null,
  refusals: [],
  status: 200,
  creates: false,
  fresh: false,
  noted: null,
  limits: [],
  opaque: [],
  rawBody: false,
  parsesBody: false,
  forgiving: false,
  asOf: false,
  ...definition,
  handle: definition.handle as Route['handle'],
})

/** `:id` in a path: an invalid id is answered like an absent one. */
export const IdParams = z.object({ id: z.string() })

export const idOf = <Id extends Shape>(schema: Id, value: string, thing: Thing): z.output<Id> => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw missing(thing)
  return parsed.data
}
