import { expect, test } from 'vitest'
import { admins, everyone, IdParams, route } from '../../modules/platform/http/route.ts'
import { refusalsChecked } from './refusals-checked.ts'

const handle = async () => null
const problemOf = refusalsChecked([
  route({ method: 'get', path: '/api/things/newest', summary: 'The newest thing', access: everyone, handle }),
  route({ method: 'get', path: '/api/things/:id', about: null, summary: 'A thing', access: everyone, params: IdParams, handle }),
  route({
    method: 'put',
    path: '/api/things/:id',
    about: null,
    summary: 'Change a thing',
    access: admins('update', 'event'),
    refusals: ['owed'],
    handle,
  }),
])
const problem = (method: string, path: string, status: number, code?: string) =>
  problemOf({ method, path, status, body: code === undefined ? null : { message: 'No.', code } })

test('reports a response with a code that its call does not declare', () => {
  expect(problem('put', '/api/things/7?x=1', 409, 'not-dead')).toBe(
    'PUT /api/things/:id answered 409 with the code not-dead, which it does not declare',
  )
  expect(problem('PUT', '/api/things/7', 409, 'owed')).toBeNull()
  expect(problem('put', '/api/things/7', 409, 'unfolded'), 'of its kind').toBeNull()
  expect(problem('put', '/api/things/7', 404, 'owed'), 'with another status').toMatch(/404/)
  expect(problem('get', '/api/things/7', 409, 'owed'), 'of another method').toMatch(/^GET/)
  expect(problem('put', '/api/things/7', 409, 'unheard-of')).toMatch(/unheard-of/)
})

test('matches a literal path rather than an id, and expects only not-found from an unknown path', () => {
  expect(problem('get', '/api/things/7', 404, 'not-found')).toBeNull()
  expect(problem('get', '/api/things/newest', 404, 'not-found')).toMatch('/api/things/newest')
  expect(problem('get', '/api/nothing', 404, 'not-found')).toBeNull()
  expect(problem('get', '/api/nothing', 409, 'owed')).toMatch('/api/nothing')
})

test('ignores responses that are not refusals of an API call', () => {
  expect(problem('put', '/api/things/7', 502)).toBeNull()
  expect(problem('put', '/api/things/7', 200, 'owed'), 'the code of a bill').toBeNull()
  expect(problem('get', '/pay/7', 404, 'owed')).toBeNull()
})
