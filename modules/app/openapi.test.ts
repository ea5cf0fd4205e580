import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { thingsOf } from '../../scripts/testing/calls.ts'
import { misfitsOf } from '../../scripts/testing/misfits.ts'
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
  webhooks: Record<string, { post: Operation }>
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

const answersOf = ({ responses }: Operation): [status: number, Answer][] =>
  Object.entries(responses).map(([status, answer]) => [Number(status), document.components.responses[answer.$ref?.split('/').at(-1) ?? ''] ?? answer])
const isForKeys = ({ security }: Operation) => security.some((one) => 'apiKey' in one)
const answerOf = (operation: Operation) => answersOf(operation).find(([status]) => status < 400)?.[1]
const codesOf = ({ content }: Answer) => Object.keys(content?.['application/json']?.examples ?? {})

test('every call has a unique name, a tag, a description and its access', () => {
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

test('lists the codes of every refusal', () => {
  for (const [call, operation] of operations) {
    expect(Object.keys(operation.responses), call).toEqual(expect.arrayContaining(['401', '429', '503']))
    for (const [status, answer] of answersOf(operation)) {
      if (status < 400) continue
      expect(codesOf(answer).length, `${call} ${status}`).toBeGreaterThan(0)
      for (const code of codesOf(answer)) expect(refusals[code as keyof typeof refusals][0], `${call} ${code}`).toBe(status)
      expect(answer.headers !== undefined, `${call} ${status}`).toBe(status === 429 || status === 503)
    }
  }
  const found = (call: string, wanted: number) =>
    operations
      .filter(([one]) => one === call)
      .flatMap(([, operation]) => answersOf(operation).flatMap(([status, answer]) => (status === wanted ? codesOf(answer) : [])))
  expect(found('post /api/assessment-bills/{id}/receipts', 403)).toEqual(['forbidden', 'key-reads-only', 'second-factor-required'])
  expect(found('post /api/assessment-bills/{id}/refunds', 403)).toContain('key-not-allowed')
  expect(found('post /api/members', 409)).toContain('possible-duplicate')
  const declared = new Set(operations.flatMap(([, operation]) => answersOf(operation).flatMap(([, answer]) => codesOf(answer))))
  expect(declared, 'a code that no call declares').toEqual(new Set(Object.keys(refusals)))
})

test('every field for software has an example', () => {
  const missing = new Set<string>()
  openApiOf(app.routes, described, (field) => missing.add(field))
  expect([...missing], 'a new field needs .meta({ example }) in its contract').toEqual([])
})

test('describes all answers and requests of calls for software, with a valid example', () => {
  const misfit = misfitsOf(document)
  for (const [call, operation] of operations) {
    if (!isForKeys(operation)) continue
    const answer = answerOf(operation)
    expect(Object.keys(answer?.content ?? {}), call).toHaveLength('204' in operation.responses ? 0 : 1)
    for (const [where, content] of [
      ['request', operation.requestBody?.content],
      ...answersOf(operation).map(([status, { content }]): [string, Content | undefined] => [String(status), content]),
    ] as const) {
      const json = content?.['application/json']
      if (!json) continue
      for (const value of json.examples ? Object.values(json.examples).map((one) => one.value) : [json.example])
        expect.soft(misfit(json.schema, value), `${where} of ${call}`).toBe('')
    }
  }
})

test('describes webhook events, with a valid example', () => {
  const misfit = misfitsOf(document)
  const sent = Object.entries(document.webhooks)
  expect(sent.length).toBeGreaterThan(30)
  for (const [kind, { post }] of sent) {
    const json = post.requestBody?.content['application/json']
    expect(misfit(json?.schema ?? {}, json?.example), kind).toBe('')
  }
})

test('answers and refusals to keys match their description', async () => {
  const misfit = misfitsOf(document)
  const made = await startNetwork(app)
  const { admin, networkId, programId, bills } = made
  const things = await thingsOf(made)
  const [other, bill] = bills
  const { secret } = await admin.post<{ secret: string }>(`/api/networks/${networkId}/api-keys`, { name: 'Software', scope: 'write' })
  const script = app.withKey(secret)
  await script.post(`/api/assessment-bills/${bill?.id}/receipts`, { amount: 140, method: 'check', reference: 'check 2041' })
  await app.guest().post(`/api/assessments/${other?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  const span = '?from=2020-01-01&to=2020-12-31'
  const queries: Record<string, string> = {
    '/api/audit/diff': '?from=2020-01-01T00:00:00Z&to=2020-12-31T00:00:00Z',
    '/api/audit/pack': span,
    '/api/find': '?q=ruth',
  }
  let answered = 0
  for (const { method, path, about } of app.routes) {
    const call = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
    const operation = operations.find(([one]) => one === call)?.[1]
    if (method !== 'get' || !operation || !isForKeys(operation)) continue
    const { status, body } = await script.send(method, path.replace(':id', about ? things[about] : 'none') + (queries[path] ?? ''))
    const described = answersOf(operation).find(([one]) => one === status)?.[1]
    expect.soft(described, `${call} answered ${status}`).toBeDefined()
    const json = described?.content?.['application/json']
    if (json) expect.soft(misfit(json.schema, body), `${status} of ${call}`).toBe('')
    if (status < 300) answered += 1
  }
  expect(answered).toBeGreaterThan(45)
  // Every field has a description.
  expect(
    misfit(
      { additionalProperties: false, ...(document.components.schemas as Record<string, object>).Bill },
      (await script.get<{ data: object[] }>('/api/assessment-bills')).data[0],
    ),
  ).toBe('')
  for (const [method, path, body, call] of [
    ['post', `/api/assessment-bills/${bill?.id}/receipts`, {}, 'post /api/assessment-bills/{id}/receipts'],
    ['put', `/api/assessment-bills/${bill?.id}/archive`, {}, 'put /api/assessment-bills/{id}/archive'],
    ['put', `/api/assessment-bills/${bill?.id}/amount`, { amount: 7 }, 'put /api/assessment-bills/{id}/amount'],
    ['post', '/api/members', { kind: 'individual', firstName: 'Ruth', lastName: 'One' }, 'post /api/members'],
    ['post', `/api/assessment-programs/${programId}/bills`, { memberId: bill?.individualMember?.id }, 'post /api/assessment-programs/{id}/bills'],
    ['post', `/api/assessment-bills/${bill?.id}/refunds`, { paymentId: 'none', reason: 'x' }, 'post /api/assessment-bills/{id}/refunds'],
    ['post', `/api/networks/${networkId}/api-keys`, { name: 'x', scope: 'read' }, 'post /api/networks/{id}/api-keys'],
  ] as const) {
    const answer = await script.send(method, path, { json: body })
    const operation = operations.find(([one]) => one === call)?.[1]
    const described = operation && answersOf(operation).find(([status]) => status === answer.status)?.[1]?.content?.['application/json']
    expect(answer.status, call).toBeGreaterThanOrEqual(400)
    expect.soft(described && misfit(described.schema, answer.body), `${answer.status} of ${call}`).toBe('')
  }
})
