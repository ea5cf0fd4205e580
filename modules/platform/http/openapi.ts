import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { OF_COMMANDS, OF_RIGHTS, type RefusalCode, refusals } from '../../kernel/refusals.ts'
import { ErrorBody } from '../../shared/api.ts'
import { exampleMaker, type FieldExamples, type JsonSchema } from './examples.ts'
import type { Route } from './route.ts'

export type OutgoingCall = Readonly<{ name: string; summary: string; description: string; headers: readonly string[]; body: z.ZodType }>

export type Described = Readonly<{
  schemas: Readonly<Record<string, z.ZodType>>
  examples: FieldExamples
  outgoing: readonly OutgoingCall[]
}>

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> => (schema as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}

const callers = {
  everyone: 'Public.',
  'signed-in': 'Signed in.',
  operator: 'Whoever runs the installation.',
  read: 'Admin, Auditor.',
  write: 'Admin.',
} as const

const words = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== 'api')
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const inOneWord = (text: string): string => text.split(/\W/).map(capital).join('')

/** The stable id of a call, from its method and path. */
export const operationIdOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  method +
  words(path)
    .map((part) => (part.startsWith(':') ? `By${capital(part.slice(1))}` : inOneWord(part)))
    .join('')

const tagOf = (path: string): string => capital((words(path)[0] ?? '').replaceAll('-', ' '))

const asOf = z.iso.datetime({ offset: true }).optional().meta({ description: 'Answers as that moment saw it.' })
const queryOf = ({ query, asOf: answers }: Route): z.ZodType => (answers ? z.object({ ...shapeOf(query), asOf }) : query)

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key of a network, from Settings, API Keys. Scopes: read, or write, which also reads.',
  },
  session: { type: 'apiKey', in: 'cookie', name: '__Host-vestry', description: 'The session of somebody who is signed in (over http: `vestry`).' },
} as const

const keysOf = ({ access, fresh }: Route) => (fresh ? null : access.keys)
/** A call needs a session, or an API key with the right scope (R26); public calls need nothing. */
const securityOf = (route: Route) => {
  const keys = keysOf(route)
  return [route.access.kind === 'everyone' ? {} : { session: [] }, ...(keys === null ? [] : [{ apiKey: [keys] }])]
}

/** The refusal codes of every call of this kind, and the call's own. */
export const codesOf = (route: Route): RefusalCode[] => {
  const { access, method, path, form, rawBody, creates } = route
  const keys = keysOf(route)
  const isWrite = method !== 'get'
  const readsBody = isWrite && (!rawBody || form !== null)
  const isInNetwork = access.kind === 'read' || access.kind === 'write'
  const codes: (RefusalCode | false)[] = [
    (readsBody || path.includes(':') || Object.keys(shapeOf(queryOf(route))).length > 0) && 'invalid',
    access.kind !== 'everyone' && 'unauthenticated',
    'key-invalid',
    // Every write refuses cross-site requests of browsers.
    isWrite && 'forbidden',
    ...(isInNetwork ? OF_RIGHTS : []),
    route.fresh ? 'key-needs-sign-in' : keys === null && 'key-not-allowed',
    keys === 'write' && 'key-reads-only',
    route.fresh && 'reauth-required',
    route.fresh && 'second-step-required',
    (path.includes(':') || access.kind === 'operator') && 'not-found',
    'other-network',
    creates && 'idempotency-mismatch',
    ...(isWrite && access.kind === 'write' ? OF_COMMANDS : []),
    ...(readsBody ? (['too-large', 'wrong-type'] as const) : []),
    'misdirected',
    'slow-down',
    'unexpected',
    'unavailable',
  ]
  const own = new Set<RefusalCode>([...codes.filter((code) => code !== false), ...route.refusals])
  return (Object.keys(refusals) as RefusalCode[]).filter((code) => own.has(code))
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait, 60 at most.', schema: { type: 'integer' as const } } }
const refusal = (status: number, codes: readonly RefusalCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${refusals[code][1]}`).join('\n'),
  ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
  content: {
    'application/json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: [...codes] } } }] },
      examples: Object.fromEntries(codes.map((code) => [code, { value: { message: refusals[code][1], code } }])),
    },
  },
})
/** Refusals by status, each described once in the document under the name of its codes. */
const refusalsOf = (route: Route): [name: string, status: number, codes: RefusalCode[]][] => {
  const codes = codesOf(route)
  return [...new Set(codes.map((code) => refusals[code][0]))].map((status) => {
    const ofStatus = codes.filter((code) => refusals[code][0] === status)
    return [[status, ...ofStatus].join('.'), status, ofStatus]
  })
}

const header = (name: string, description: string, schema: object = {}) => ({
  ...{ name, in: 'header' as const, required: false, description, schema: { type: 'string' as const, ...schema } },
})
const parametersOf = ({ path, creates, refusals: own, access }: Route) => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({ name, in: 'path' as const, required: true, schema: { type: 'string' as const } })),
  ...(creates ? [header('Idempotency-Key', 'The same key and request get the same answer for 24 hours.', { maxLength: 200 })] : []),
  ...(own.includes('stale') ? [header('If-Match', 'The ETag of the answer that the change is based on.')] : []),
  ...(access.keys === null ? [] : [header('Vestry-Network', 'The network that the key must be of.', { format: 'uuid' })]),
]

const bodyOf = ({ body, form, rawBody }: Route) => {
  const multipart = form ?? (rawBody ? z.object({}) : null)
  const [media, schema] = multipart ? (['multipart/form-data', multipart] as const) : (['application/json', body] as const)
  if (!schema) return {}
  // The body may be missing if all its fields are optional: the handler then accepts a request without one.
  const required = !schema.safeParse({}).success
  return { requestBody: { required, content: { [media]: { schema } } } }
}

const answerOf = ({ answer, media }: Route) => ({
  description: 'Done',
  ...(answer
    ? { content: { 'application/json': { schema: answer } } }
    : media
      ? { content: { [media]: { schema: { type: 'string' as const } } } }
      : {}),
})

const operationOf = (route: Route): ZodOpenApiOperationObject => ({
  operationId: operationIdOf(route),
  tags: [tagOf(route.path)],
  summary: route.summary,
  description: `${callers[route.access.kind]}${route.fresh ? ' Needs a sign-in not older than 15 minutes.' : ''}`,
  security: securityOf(route),
  parameters: parametersOf(route),
  ...(Object.keys(shapeOf(queryOf(route))).length > 0 ? { requestParams: { query: queryOf(route) as never } } : {}),
  ...bodyOf(route),
  responses: {
    [String(route.status)]: answerOf(route),
    ...(route.previews ? { 200: answerOf(route) } : {}),
    ...Object.fromEntries(refusalsOf(route).map(([name, status]) => [String(status), { $ref: `#/components/responses/${name}` }])),
  },
})

/** Drops details of no use to readers: the pattern of a known format, and the limits of every number. */
const plainly = (schema: Record<string, unknown>): void => {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // The description leaves answers open, since they may get more fields later.
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

function withoutFieldExamples(this: object, key: string, value: unknown) {
  return key === 'example' && !('schema' in this) ? undefined : value
}

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>
type Operation = {
  parameters?: { name: string; in: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

const webhookOf = ({ name, summary, description, headers, body }: OutgoingCall) => ({
  post: {
    operationId: name,
    ...{ summary, description },
    parameters: headers.map((header) => ({ name: header, in: 'header' as const, required: true, schema: { type: 'string' as const } })),
    requestBody: { content: { 'application/json': { schema: body } } },
    responses: { '2XX': { description: 'Taken' } },
  },
})

/**
 * The OpenAPI 3.1 document (R30), from the contracts that parse requests. `missing` is called for each field without an
 * example.
 */
export const openApiOf = (routes: readonly Route[], { schemas, examples, outgoing }: Described, missing: (field: string) => void = () => {}) => {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operationOf(route) }
  }
  const info = { title: 'Vestry', version: '1', description: 'Billing for church networks. Dollars are numbers, days midnight UTC, moments UTC.' }
  const tags = [...new Set(routes.map(({ path }) => tagOf(path)))].map((name) => ({ name }))
  const responses = Object.fromEntries(routes.flatMap(refusalsOf).map(([name, status, codes]) => [name, refusal(status, codes)]))
  const webhooks = Object.fromEntries(outgoing.map((call) => [call.name, webhookOf(call)]))
  const components = { securitySchemes, schemas: { Error: ErrorBody, ...schemas }, responses }
  const document = createDocument(
    { openapi: '3.1.0', info, servers: [{ url: '/' }], tags, paths, webhooks, components },
    { override: ({ jsonSchema }) => plainly(jsonSchema as Record<string, unknown>) },
  )
  const named = (document.components?.schemas ?? {}) as unknown as Record<string, JsonSchema>
  for (const route of routes) {
    const operation = document.paths?.[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method] as unknown as Operation
    // Calls for screens only need no examples.
    const exampleOf = exampleMaker(named, examples, keysOf(route) === null ? () => {} : missing)
    for (const parameter of operation.parameters ?? []) if (parameter.in === 'path') parameter.example = examples[parameter.name] ?? parameter.name
    const answers = [String(route.status), ...(route.previews ? ['200'] : [])].map((status) => operation.responses[status]?.content)
    for (const content of [operation.requestBody?.content, ...answers]) {
      const json = content?.['application/json']
      if (json?.schema) json.example = exampleOf(json.schema, operationIdOf(route))
    }
  }
  const exampleOf = exampleMaker(named, examples, missing)
  for (const { name } of outgoing) {
    const sent = document.webhooks?.[name]?.post as unknown as Operation | undefined
    const json = sent?.requestBody?.content['application/json']
    if (json?.schema) json.example = exampleOf(json.schema, name)
  }
  // Leaves out the examples of single fields, since the examples of whole bodies show them.
  return JSON.parse(JSON.stringify(document, withoutFieldExamples)) as typeof document
}
