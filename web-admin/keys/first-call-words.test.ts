import { expect, test } from 'vitest'
import { callsIn, codesOfKeys, keyProblem, type Outcome, outcomeWords } from './first-call-words.ts'

const answered = (status: number, more: Partial<Extract<Outcome, { kind: 'answered' }>> = {}): Outcome => ({
  ...{ kind: 'answered', status, body: null, code: null, message: null, retryAfter: null, isElsewhere: false },
  ...more,
})

test('makes the same call in every language, with a placeholder for the key', () => {
  for (const { text } of callsIn('https://dues.example'))
    for (const part of ['https://dues.example', '/assessment-bills', 'YOUR_KEY']) expect(text).toContain(part)
})

test('rejects a text that cannot be a key', () => {
  expect([keyProblem(''), keyProblem('vestry_1_a-Z_9')]).toEqual(['Paste the key first', undefined])
  for (const text of ['Bearer vestry_1_2', 'vestry_', 'vestry_ü', 'abc', 'vestry_1 2'])
    expect(keyProblem(text), text).toContain('begins with vestry_')
})

test('gives advice for every outcome', () => {
  const words = (outcome: Outcome) => Object.values(outcomeWords(outcome)).join(': ')
  expect(words(answered(200, { body: { data: [] } }))).toBe('true: It works: There are no bills yet, so the list is empty.')
  expect(words(answered(200, { body: { data: [{}] } }))).toBe('true: It works: This is what your software gets: the newest bill.')
  expect(words(answered(200, { isElsewhere: true }))).toContain('true: It works, for another network')
  expect(words(answered(401, { code: 'key-invalid' }))).toContain('false: This key does not work')
  expect(words(answered(429, { retryAfter: '17' }))).toContain('Wait 17 seconds')
  expect(words(answered(503))).toContain('false: The service cannot answer now')
  expect(words(answered(403, { code: 'key-not-allowed', message: 'This is for people.' }))).toContain('This is for people. (key-not-allowed)')
  expect(words({ kind: 'lost' })).toContain('false: No answer was received')
})

test('lists error codes with their status', () => {
  expect(codesOfKeys.find(({ code }) => code === 'key-reads-only')?.status).toBe(403)
})
