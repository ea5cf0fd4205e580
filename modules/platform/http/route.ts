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
 * Required access. Admins and Auditors read, Admins write; a handler narrows this to the thing's own network. Operators
 * have separate calls, which concern no network.
 */
export type Access = (
  | Readonly<{ kind: 'everyone' }>
  | Readonly<{ kind: 'signed-in' | 'operator'; action: string; thing: Named }>
  | Readonly<{ kind: 'read' | 'write'; action: string; thing: Named }>
) &
  Readonly<{
    /** The API key scope that may make the call; null: people only (R26). */
    keys: KeyScope | null
    /** The access depends on the network in the path, not on the session's: the handler calls `mayIn`. */
    byPath?: true
  }>

export const everyone: Access = { kind: 'everyone', keys: null }
export const signedInTo = (action: string, thing: Named): Access => ({ kind: 'signed-in', action, thing, keys: null })
export const operators = (action: string, thing: Named): Access => ({ kind: 'operator', action, thing, keys: null })
export const readers = (thing: Named): Access => ({ kind: 'read', action: 'view', thing, keys: 'read' })
export const admins = (action: string, thing: Named): Access => ({ kind: 'write', action, thing, keys: null })
/** For Admins of the network in the path, which may differ from the session's. */
export const adminsThere = (action: string, thing: Named): Access => ({ ...admins(action, thing), byPath: true })

/** Opens a call to API keys of either scope; without this, its access admits none. */
export const keysRead = (access: Access): Access => ({ ...access, keys: 'read' })
/** Opens a call to API keys that write. Moving money out, sending mail and granting access stay with people (R26). */
export const keysWrite = (access: Access): Access => ({ ...access, keys: 'write' })
/** Closes a call to API keys that its access would admit. */
export const peopleAlone = (access: Access): Access => ({ ...access, keys: null })

export type Call<Params, Query, Body> = Readonly<{
  params: Params
  query: Query
  body: Body
  visitor: Visitor
  /** The moment asked for: the present unless the client sets `asOf`. */
  now: Instant
  asOf: Instant | null
  req: Request
  res: Response
  /** The visitor's queries (reads.ts), as of `now`. */
  db: Reads
  /** For command handlers: the actor, the time, and the request's id or key as cause. */
  circumstances: Circumstances
  /** The revision that an edit is based on (R114), if the client sent it. */
  ifMatch: Revision | undefined
  /** Waits at most 2 s until every read model shows these events; on timeout the answer carries Vestry-Lag. */
  settled: (appended: readonly Appended[]) => Promise<void>
  etag: (revision: Revision) => void
  /** Answers 200 instead of 201, for a preview. */
  changedNothing: () => void
  /** Idempotency for handlers that read their bodies themselves. */
  repeats: Readonly<{
    /** Runs the work once per Idempotency-Key and answers equal requests alike; without a key it always runs. */
    once: (requestOf: () => Promise<unknown>, work: (cause: string) => Promise<unknown>) => Promise<unknown>
    /** True while the first request with this key runs. */
    isUnderWay: () => Promise<boolean>
  }>
}>

type Shape = z.ZodType

export type About = 'network' | 'program' | 'profile' | 'bill' | 'payor' | 'message' | 'payment' | 'remittance' | 'deposit'

export type Route = Readonly<{
  method: 'get' | 'post' | 'put' | 'delete'
  /** The path in Express's syntax, with the prefix /api. */
  path: string
  /**
   * The thing named by an id in the path or the body field `aboutIn`; null for a call that concerns no data of a
   * network.
   */
  about: About | null
  aboutIn: string | null
  summary: string
  access: Access
  /**
   * True if the call needs a sign-in in the last 15 minutes, so that a stolen session cannot move money or change
   * access.
   */
  fresh: boolean
  noted: SecurityEvent | null
  params: Shape
  query: Shape
  body: Shape | null
  answer: Shape | null
  /** The media type of a non-JSON answer, such as `text/csv`. */
  media: string | null
  /** The multipart form that a handler reads itself. */
  form: Shape | null
  /**
   * Refusal codes besides the ones of every call of this kind (openapi.ts), for the published description. A test
   * fails if a client gets another code.
   */
  refusals: readonly RefusalCode[]
  status: number
  /** Takes an Idempotency-Key: the same key and body get the same answer for 24 hours. */
  creates: boolean
  /** Also answers a preview, with 200 (`changedNothing`). */
  previews: boolean
  limits: readonly RequestHandler[]
  /** True if the call also answers for past moments (`asOf`). */
  asOf: boolean
  /** True if the call ignores an invalid query. */
  forgiving: boolean
  /** Fields that are only compared by hash or signature, so that the handler itself refuses every invalid value. */
  opaque: readonly string[]
  /** The handler reads the body itself (uploads). */
  rawBody: boolean
  /**
   * The handler parses the body, because validation needs more than its shape, such as the network's day; all errors
   * are then reported at once.
   */
  parsesBody: boolean
  handle: (call: Call<never, never, never>) => Promise<unknown>
}>

const Nothing = z.object({})

/**
 * Declares one call of the API: path, access, input and output. The result is sent as JSON with `status` (null: an
 * empty answer); a handler that has sent its own answer returns undefined.
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
    previews?: boolean
    limits?: readonly RequestHandler[]
    opaque?: readonly string[]
    rawBody?: boolean
    parsesBody?: ParsesBody
    asOf?: boolean
    forgiving?: boolean
    handle: (
      call: Call<z.output<Params>, z.output<Query>, ParsesBody extends true ? unknown : z.output<Body>>,
    ) => Promise<z.input<Answer> | null | undefined>
    // A path with an id must name the thing that the id belongs to.
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
  previews: false,
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

/** `:id` in a path: an invalid id is answered like an unknown one. */
export const IdParams = z.object({ id: z.string() })

export const idOf = <Id extends Shape>(schema: Id, value: string, thing: Thing): z.output<Id> => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw missing(thing)
  return parsed.data
}
