import { expect, test } from 'vitest'
import { englishIn, spanishMessages } from './english.ts'

test('every Spanish message is in Spanish', () => {
  const messages = spanishMessages()
  expect(messages.length).toBeGreaterThan(500)
  expect(messages.flatMap((message) => (englishIn(message) ? [message] : []))).toEqual([])
})

test('finds English in sentences, labels and parts of messages, but not in names and addresses', () => {
  for (const text of ['Pay as Guest', 'Cash', 'Due 3 mar 2026', 'Something went wrong', 'Receipt 2026-00042', 'Copy: Banco'])
    expect(englishIn(text), text).not.toBeNull()
  for (const text of ['Cash App', 'Su banco la llama «wire»', 'https://vestry.example/pay/the-bill', 'your.name@example.org', '12 may 2026'])
    expect(englishIn(text), text).toBeNull()
})
