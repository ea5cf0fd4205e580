import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { ErrorBody } from '../../kernel/api.ts'
import type { Route } from './route.ts'

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> => (schema as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}

const callers = {
  everyone: 'Public.',
  'signed-in': 'Signed in.',
  operator: 'Whoever runs the installation.',
  read: 'Admin, Auditor.',
  write: 'Admin.',
} as const

const asOf = z.iso.datetime({ offset: true }).optional().meta({ description: 'Answers as that moment saw it.' })
const queryOf = ({ query, asOf: answers }: Route): z.ZodType => (answers ? z.object({ ...shapeOf(query), asOf }) : query)

/** The scheme by which API keys are sent, and the scope that a call asks of them (R203). */
const securitySchemes = { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a network, from Settings, API Keys.' } } as const
const securityOf = ({ access: { kind, keys }, fresh }: Route) =>
  keys === null || fresh ? {} : { security: [...(kind === 'everyone' ? [{}] : []), { apiKey: [keys] }] }

/** A request that this server makes of somebody else's. */
export type OutgoingCall = Readonly<{ name: string; summary: string; description: string; headers: readonly string[]; body: z.ZodType }>

const webhookOf = ({ name, summary, description, headers, body }: OutgoingCall) => ({
  post: {
    operationId: name,
    ...{ summary, description },
    parameters: headers.map((header) => ({ name: header, in: 'header' as const, required: true, schema: { type: 'string' as const } })),
    requestBody: { content: { 'application/json': { schema: body } } },
    responses: { '2XX': { description: 'Taken' } },
  },
})

/** The OpenAPI 3.1 document, from the contracts that requests are parsed with, and from those of what is sent. */
export const openApiOf = (routes: readonly Route[], outgoing: readonly OutgoingCall[]) => {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' as const },
    }))
    const content = (schema: z.ZodType) => ({ 'application/json': { schema } })
    paths[path] = {
      ...paths[path],
      [route.method]: {
        summary: route.summary,
        description: `${callers[route.access.kind]}${route.fresh ? ' Needs a sign-in not older than 15 minutes.' : ''}`,
        ...securityOf(route),
        parameters: params,
        ...(Object.keys(shapeOf(queryOf(route))).length > 0 ? { requestParams: { query: queryOf(route) as never } } : {}),
        ...(route.body ? { requestBody: { content: content(route.body) } } : {}),
        ...(route.rawBody ? { requestBody: { content: { 'multipart/form-data': { schema: { type: 'object' as const } } } } } : {}),
        responses: {
          [String(route.status)]: { description: 'Done', ...(route.answer ? { content: content(route.answer) } : {}) },
          default: { description: 'Refused', content: content(ErrorBody) },
        },
      },
    }
  }
  const webhooks = Object.fromEntries(outgoing.map((call) => [call.name, webhookOf(call)]))
  return createDocument({ openapi: '3.1.0', info: { title: 'Vestry', version: '1' }, paths, webhooks, components: { securitySchemes } })
}
