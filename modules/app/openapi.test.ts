import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from '../../scripts/testing/app.ts'
import { refusals } from '../kernel/refusals.ts'
import { openApiOf } from '../platform/http/openapi.ts'
import { described } from './described.ts'

type Content = Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }>
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; schema: object; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}
type Answer = { $ref?: string; description: string; content?: Content; headers?: object }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object; responses: Record<string, Answer> }
  tags: { name: string }[]
}

let app: App
let document: Document
let operations: [call: string, Operation][]
beforeAll(async () => {
  app = await startApp()
  document = await app.guest().get<Document>('/api/openapi.json')
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  )
})
afterAll(() => app.stop())

/** The answers of a call by their status. */
const answersOf = ({ responses }: Operation): [status: number, Answer][] =>
  Object.entries(responses).map(([status, answer]) => [Number(status), document.components.responses[answer.$ref?.split('/').at(-1) ?? ''] ?? answer])
const isForKeys = ({ security }: Operation) => security.some((one) => 'apiKey' in one)
const answerOf = (operation: Operation) => answersOf(operation).find(([status]) => status < 400)?.[1]
const codesOf = ({ content }: Answer) => Object.keys(content?.['application/json']?.examples ?? {})

test('every call has a name of its own, a tag, words, and says who may make it', () => {
  const ids = operations.map(([, { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(['getAssessmentBills', 'postAssessmentBillsByIdReceipts', 'putMembersById', 'getExportsBillsCsv']))
  const tags = document.tags.map(({ name }) => name)
  for (const [call, operation] of operations) {
    expect(operation.summary, call).toMatch(/^\S.+\S$/)
    expect(tags, call).toContain(operation.tags[0])
    expect(operation.security.length, call).toBeGreaterThan(0)
    for (const [name] of call.matchAll(/(?<=\{)\w+/g))
      expect(operation.parameters, call).toContainEqual(expect.objectContaining({ name, in: 'path', schema: { type: 'string' } }))
  }
})

test('every refusal is told by its codes', () => {
  for (const [call, operation] of operations) {
    expect(Object.keys(operation.responses), call).toEqual(expect.arrayContaining(['401', '429', '503']))
    for (const [status, answer] of answersOf(operation)) {
      if (status < 400) continue
      expect(codesOf(answer).length, `${call} ${status}`).toBeGreaterThan(0)
      for (const code of codesOf(answer)) expect(refusals[code as keyof typeof refusals][0], `${call} ${code}`).toBe(status)
      expect(answer.headers !== undefined, `${call} ${status}`).toBe(status === 429 || status === 503)
    }
  }
  const told = (call: string, wanted: number) =>
    operations
      .filter(([one]) => one === call)
      .flatMap(([, operation]) => answersOf(operation).flatMap(([status, answer]) => (status === wanted ? codesOf(answer) : [])))
  expect(told('post /api/assessment-bills/{id}/receipts', 403)).toEqual(['forbidden', 'key-reads-only'])
  expect(told('post /api/assessment-bills/{id}/refunds', 403)).toContain('key-not-allowed')
  expect(told('post /api/members', 409)).toContain('possible-duplicate')
})

test('every field that software gets has an example', () => {
  const missing = new Set<string>()
  openApiOf(app.routes, described, (field) => missing.add(field))
  expect([...missing], 'a new field needs an example in modules/app/described.ts').toEqual([])
})

test('every answer of a call for software is described, with an example that fits, as are its requests', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'openapi', components: document.components })
  const problems: string[] = []
  const fits = (where: string, schema: object, value: unknown) => {
    const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as object)
    if (!check(value)) problems.push(`${where}: ${ajv.errorsText(check.errors)} ${JSON.stringify(value).slice(0, 300)}`)
  }
  for (const [call, operation] of operations) {
    if (!isForKeys(operation)) continue
    const answer = answerOf(operation)
    expect(Object.keys(answer?.content ?? {}), call).toHaveLength(1)
    for (const [where, content] of [
      [`request of ${call}`, operation.requestBody?.content],
      [`answer of ${call}`, answer?.content],
      ...answersOf(operation).map(([status, { content }]): [string, Content | undefined] => [`${status} of ${call}`, content]),
    ] as const) {
      const json = content?.['application/json']
      if (!json) continue
      for (const value of json.examples ? Object.values(json.examples).map((one) => one.value) : [json.example]) fits(where, json.schema, value)
    }
  }
  expect(problems).toEqual([])
})
