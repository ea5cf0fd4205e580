import { expect, test } from 'vitest'
import { commandsFor } from './commands.ts'

const labels = (typed: string, mayChange = true) => commandsFor(typed, mayChange).map(({ label }) => label)

test.each([
  ['program new', ['New program']],
  ['upl', ['Upload members']],
  ['csv', ['Upload members']],
  ['LOG OUT', ['Sign out']],
  ['nothing like it', []],
])("'%s' finds its commands", (typed, found) => {
  expect(labels(typed)).toEqual(found)
})

test('who may only look is offered nothing that changes', () => {
  expect(labels('', false)).not.toContain('New program')
  expect(labels('', false)).toContain('Sign out')
})
