import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAttempt } from '../command.ts'
import { ApiError, apiUrl, askForFreshSignInBy, get, isPublicPath, loginAddress, post, remove } from './client.ts'
import { errorMessage } from './error-message.ts'
import { NETWORK_HEADER, showNetwork } from './tab-network.ts'

const answer = (status: number, body?: unknown) => {
  const fetching = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status })),
  )
  vi.stubGlobal('fetch', fetching)
  return fetching
}

const standOn = (pathname: string, search = '') => {
  const assign = vi.fn()
  vi.stubGlobal('location', { pathname, search, assign })
  vi.useFakeTimers()
  return assign
}

const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('The call was not refused')
  return error
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  ['/auth/login', '/api/auth/login'],
  ['auth/login', '/api/auth/login'],
  ['/api/auth/login', '/api/auth/login'],
  ['/apiary', '/api/apiary'],
  ['https://elsewhere.example/x', 'https://elsewhere.example/x'],
])('the address of %s is %s', (path, url) => {
  expect(apiUrl(path)).toBe(url)
})

test('omits parameters without a value', () => {
  expect(apiUrl('/payments', { page: 2, search: 'a b', status: undefined, asOf: null })).toBe('/api/payments?page=2&search=a+b')
})

test('returns the answer unchanged, and sends cookies', async () => {
  const fetching = answer(200, { count: 3 })
  expect(await get('/things')).toEqual({ count: 3 })
  expect(fetching.mock.calls[0]?.[1].credentials).toBe('include')
})

test.each(['', '<html>Sign in to the guest network</html>', '5', 'null'])('rejects %j as an answer', async (text) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text)))
  const error = await get('/things').catch((reason: unknown) => reason)
  expect(errorMessage(error, 'load', 'network')).toBe('Unable to load network. Please try again.')
})

test('returns nothing for a deletion', async () => {
  answer(204)
  expect(await remove('/things/1')).toBeUndefined()
})

test("an error has the server's message, status, code, issues and data", async () => {
  const body = { message: 'Name is required', code: 'invalid', issues: [{ path: 'name', message: 'Name is required' }] }
  answer(400, body)
  const error = await refusal(post('/things', {}))
  expect(error).toMatchObject({ message: 'Name is required', status: 400, code: 'invalid', issues: body.issues, data: body })
})

test.each([undefined, '<html>', 5, { error: 'no' }, { message: 5, code: {}, issues: 'x' }])(
  'an error without a message says HTTP and its status',
  async (body) => {
    answer(502, body)
    expect((await refusal(get('/things'))).message).toBe('HTTP 502')
  },
)

describe('a call that needs a fresh sign-in', () => {
  const stale = { message: 'Please confirm that it is you to update this network.', code: 'reauth-required' }
  const answers = (...all: [status: number, body: object][]) => {
    const fetching = vi.fn((_url: string, _init: RequestInit) => {
      const [status, body] = all.shift() ?? expect.fail('one call too many')
      return Promise.resolve(new Response(JSON.stringify(body), { status }))
    })
    vi.stubGlobal('fetch', fetching)
    return fetching
  }
  const asking = (answer: boolean) => {
    const ask = vi.fn(() => Promise.resolve(answer))
    onTestFinished(askForFreshSignInBy(ask))
    return ask
  }

  test("asks for it with the server's message, and then sends the call again unchanged", async () => {
    const fetching = answers([403, stale], [201, { id: 'one' }])
    const ask = asking(true)
    expect(await post('/networks/1/people', { role: 'Admin' }, { idempotencyKey: 'k' })).toEqual({ id: 'one' })
    expect(ask).toHaveBeenCalledExactlyOnceWith(stale.message, stale.code)
    expect(fetching.mock.calls[1]).toEqual(fetching.mock.calls[0])
  })

  test('fails if the user does not confirm; other refusals do not ask', async () => {
    answers([403, stale])
    const ask = asking(false)
    expect((await refusal(post('/networks/1/people', {}))).code).toBe('reauth-required')
    answers([403, { message: 'No', code: 'forbidden' }])
    expect((await refusal(post('/networks/1/people', {}))).code).toBe('forbidden')
    expect(ask).toHaveBeenCalledOnce()
  })
})

test('when the session has ended, redirects to the login, which returns to the page', async () => {
  const assign = standOn('/payors', '?tab=assessment-bills&page=2')
  answer(401, { message: 'Please log in', code: 'unauthenticated' })
  await refusal(get('/things'))
  vi.runAllTimers()
  expect(assign).toHaveBeenCalledExactlyOnceWith('/login?redirectTo=%2Fpayors%3Ftab%3Dassessment-bills%26page%3D2')
})

test('can delay the redirect when the session has ended', async () => {
  const assign = standOn('/assessments')
  answer(401, {})
  await refusal(get('/things', { loginDelay: 100 }))
  vi.advanceTimersByTime(99)
  expect(assign).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(assign).toHaveBeenCalledOnce()
})

test.each(['/login', '/register', '/confirm-email', '/forgot-password', '/reset-password', '/logout', '/pay/AAAAAAAAAAAAAAAAAAAAAA'])(
  'does not redirect from the public page %s',
  async (path) => {
    const assign = standOn(path)
    answer(401, { message: 'Invalid email or password', code: 'bad-credentials' })
    expect((await refusal(post('/auth/login', {}))).message).toBe('Invalid email or password')
    vi.runAllTimers()
    expect(assign).not.toHaveBeenCalled()
  },
)

test('redirects from a page whose path only begins like a public one', () => {
  expect(isPublicPath('/login-help')).toBe(false)
  expect(loginAddress('/dashboard', '')).toBe('/login?redirectTo=%2Fdashboard')
})

test('uses the same key for every try until one succeeds or the body changes', () => {
  const attempt = createAttempt()
  const first = attempt.keyFor({ name: 'A' })
  expect(attempt.keyFor({ name: 'A' })).toBe(first)
  const second = attempt.keyFor({ name: 'B' })
  expect(second).not.toBe(first)
  attempt.done()
  expect(attempt.keyFor({ name: 'B' })).not.toBe(second)
})

test("does not read an answer about another tab's network, and closes its connection", async () => {
  showNetwork('one')
  onTestFinished(() => showNetwork(null))
  const cancel = vi.fn()
  const body = new ReadableStream({ cancel })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers: { [NETWORK_HEADER]: 'two' } })))
  await expect(get('/members')).rejects.toThrow('You have switched to another network')
  expect(cancel).toHaveBeenCalledOnce()
})

test('sends an idempotency key as a header', async () => {
  const fetching = answer(201, {})
  await post('/networks', { name: 'A' }, { idempotencyKey: 'k' })
  expect(fetching.mock.calls[0]?.[1].headers).toMatchObject({ 'idempotency-key': 'k', 'content-type': 'application/json' })
})
