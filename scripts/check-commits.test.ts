import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const check = fileURLToPath(new URL('check-commits.mjs', import.meta.url))
const checked = (...subjects: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [check, ...subjects], { encoding: 'utf8' })
  return {
    passes: status === 0,
    problems: stdout
      .trim()
      .split('\n')
      .map((line) => line.split(': ').at(-1)),
  }
}

test('accepts a scope and an imperative', () => {
  const verbs = ['add', 'embed', 'need', 'shed', 'speed', 'bring', 'string', 'process', 'focus', 're-read']
  expect(checked('pay page: show the fee', 'comments, tests: shorten titles', 'e2e: wait', ...verbs.map((verb) => `bills: ${verb} x`)).passes).toBe(
    true,
  )
})

test('rejects any other form, and says why', () => {
  const long = `bills: ${'add '.repeat(20)}x`
  expect(
    checked('Bills: add x', 'add x', 'bills: Add x', 'bills: the x', 'bills: added x', 'bills: adding x', 'bills: adds x', 'bills: add x.', long),
  ).toEqual({
    passes: false,
    problems: [
      ...Array(3).fill("verb …' in lower case"),
      "begins with 'the', which is no verb",
      ...['added', 'adding', 'adds'].map((verb) => `begins with '${verb}', which is no imperative`),
      'ends with a period',
      'has 88 characters, more than 72',
    ],
  })
})
