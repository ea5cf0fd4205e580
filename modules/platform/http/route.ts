import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import type { Instant } from '../../kernel/dates.ts'
import { missing, type Named, type Thing } from '../../kernel/errors.ts'
import type { Appended, Revision } from '../event-store/event-store.ts'
import type { Circumstances } from '../handle.ts'
import type { SecurityEvent } from '../security-log.ts'
import type { Reads } from './reads.ts'
import type { Visitor } from './visitor.ts'

/** Who may call. Reading is for Admins and Auditors, writing for Admins; a handler narrows it to the thing's own network. */
export type Access =
  | Readonly<{ kind: 'everyone' }>
  | Readonly<{ kind: 'signed-in'; action: string; thing: Named }>
  | Readonly<{ kind: 'read' | 'write'; action: string; thing: Named }>

export const everyone: Access = { kind: 'everyone' }
export const signedInTo = (action: string, thing: Named): Access => ({ kind: 'signed-in', action, thing })
export const readers = (thing: Named): Access => ({ kind: 'read', action: 'view', thing })
export const admins = (action: string, thing: Named): Access => ({ kind: 'write', action, thing })

export type Call<Params, Query, Body> = Readonly<{
  params: Params
  query: Query
  body: Body
  visitor: Visitor
  now: Instant
  req: Request
  res: Response
  /** What the visitor reads. */
  db: Reads
  /** For command handlers: the actor, the time, and the request as cause. */
  circumstances: Circumstances
  /** The revision that an edit is based on (R128), where the client names it. */
  ifMatch: Revision | undefined
  /** Waits (2 s at most) until every read model that shows these events has them; past that the answer says Vestry-Lag. */
  settled: (appended: readonly Appended[]) => Promise<void>
  etag: (revision: Revision) => void
  /** For handlers that read their bodies themselves and take an Idempotency-Key. */
  repeats: Readonly<{
    /** Does the work once for all requests with this key, which must be alike, and answers all of them as the first; without a key, just so. */
    once: (requestOf: () => Promise<unknown>, work: (cause: string) => Promise<unknown>) => Promise<unknown>
    /** Is the first request with this key being worked on? */
    isUnderWay: () => Promise<boolean>
  }>
}>

type Shape = z.ZodType

export type Route = Readonly<{
  method: 'get' | 'post' | 'put' | 'delete'
  /** As express writes it, with its /api prefix. */
  path: string
  summary: string
  access: Access
  /** Needs a sign-in not older than 15 minutes, so that a stolen session cannot move money or people. */
  fresh: boolean
  /** What the security log tells of each call that succeeds. */
  noted: SecurityEvent | null
  params: Shape
  query: Shape
  body: Shape | null
  answer: Shape | null
  status: number
  /** Takes an Idempotency-Key: the same key and body get the same answer for 24 hours. */
  creates: boolean
  limits: readonly RequestHandler[]
  /** Answers whatever its query looks like: a wrong one counts as none. */
  forgiving: boolean
  /** Fields that are only looked up by their hash or signature: a wrong one, whatever stands in it, is the handler's to refuse. */
  opaque: readonly string[]
  /** Read by the handler itself (uploads), so not as JSON. */
  rawBody: boolean
  /** Parsed by the handler, which knows more than the shape: what day it is in the network. Everything that is wrong is so found at once. */
  parsesBody: boolean
  handle: (call: Call<never, never, never>) => Promise<unknown>
}>

const Nothing = z.object({})

/**
 * Declares one call of the API: its path, who may make it, what goes in and what comes out. What it returns is sent as
 * JSON with `status` (null: an empty answer); a handler that has answered by itself returns undefined.
 */
export const route = <
  Params extends Shape = typeof Nothing,
  Query extends Shape = typeof Nothing,
  Body extends Shape = typeof Nothing,
  Answer extends Shape = Shape,
  ParsesBody extends boolean = false,
>(definition: {
  method: Route['method']
  path: string
  summary: string
  access: Access
  fresh?: boolean
  noted?: SecurityEvent
  params?: Params
  query?: Query
  body?: Body
  answer?: Answer
  status?: number
  creates?: boolean
  limits?: readonly RequestHandler[]
  opaque?: readonly string[]
  rawBody?: boolean
  parsesBody?: ParsesBody
  forgiving?: boolean
  handle: (
    call: Call<z.output<Params>, z.output<Query>, ParsesBody extends true ? unknown : z.output<Body>>,
  ) => Promise<z.input<Answer> | null | undefined>
}): Route => ({
  params: Nothing,
  query: Nothing,
  body: null,
  answer: null,
  status: 200,
  creates: false,
  fresh: false,
  noted: null,
  limits: [],
  opaque: [],
  rawBody: false,
  parsesBody: false,
  forgiving: false,
  ...definition,
  handle: definition.handle as Route['handle'],
})

/** `:id` in a path: what is no id at all is answered like an absent one. */
export const IdParams = z.object({ id: z.string() })

export const idOf = <Id extends Shape>(schema: Id, value: string, thing: Thing): z.output<Id> => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw missing(thing)
  return parsed.data
}
