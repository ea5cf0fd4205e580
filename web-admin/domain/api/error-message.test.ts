import { expect, test, vi } from 'vitest'
import { retryOf } from '../queries.ts'
import { ApiError, lostConnection } from './client.ts'
import { errorMessage, formMessage, genericMessage, messageOr } from './error-message.ts'
import { OtherNetwork } from './tab-network.ts'

test.each([
  ['HTTP 404', 'Dashboard data not found or you do not have access to it.'],
  ['HTTP 403', 'You do not have permission to initialize this dashboard data.'],
  ['HTTP 401', 'Please log in to initialize this dashboard data.'],
  ['HTTP 500', 'Server error occurred while trying to initialize the dashboard data. Please try again later.'],
  ['Network error', 'Network error. Please check your connection and try again.'],
  ['Failed to fetch', 'Network error. Please check your connection and try again.'],
  ['The connection was reset', 'Network error. Please check your connection and try again.'],
  ['Timeout exceeded', 'Request timed out. Please try again.'],
  ['Whatever else', 'Unable to initialize dashboard data. Please try again.'],
])('%s reads: %s', (text, sentence) => {
  expect(genericMessage(new Error(text), 'initialize', 'dashboard data')).toBe(sentence)
})

test('has a message for a thrown value that is no error', () => {
  expect(genericMessage('boom', 'load', 'profile')).toBe('Failed to load profile.')
})

test("prefers the server's message to a generic one", () => {
  const said = new ApiError(409, { message: 'Already attached', code: 'already-attached' })
  const silent = new ApiError(500, undefined)
  expect(errorMessage(said, 'attach', 'profile')).toBe('Already attached')
  expect(errorMessage(silent, 'attach', 'profile')).toBe('Server error occurred while trying to attach the profile. Please try again later.')
  expect(messageOr(said, 'Login failed')).toBe('Already attached')
  expect(messageOr(silent, 'Login failed')).toBe('Login failed')
})

test('reports a lost connection only if the connection was lost', () => {
  const lost = 'Network error. Please check your connection and try again.'
  expect(errorMessage(lostConnection(), 'load', 'member')).toBe(lost)
  expect(formMessage(lostConnection(), 'update', 'member')).toBe(`${lost} Nothing you typed is lost.`)
  expect(errorMessage(new OtherNetwork(), 'load', 'member')).toBe('You have switched to another network in another tab or window.')
  for (const status of [400, 403, 409, 500, 502]) expect(errorMessage(new ApiError(status, undefined), 'load', 'member')).not.toContain('connection')
})

test('offers a retry unless the server denied permission', () => {
  const query = (error: Error | null) => ({ error, refetch: vi.fn() })
  const [failed, fine] = [query(new ApiError(500, undefined)), query(null)]
  retryOf(failed, fine)?.()
  expect([failed.refetch.mock.calls.length, fine.refetch.mock.calls.length]).toEqual([1, 0])
  expect(retryOf(failed, query(new ApiError(403, undefined)))).toBeUndefined()
})
