import { expect, test } from 'vitest'
import { commandsFor } from './commands.ts'

const labels = (typed: string, { change = true, operate = false } = {}) => commandsFor(typed, { change, operate }).map(({ label }) => label)

test.each([
  ['program new', ['New program']],
  ['upl', ['Upload members']],
  ['csv', ['Upload members']],
  ['LOG OUT', ['Sign out']],
  ['nothing like it', []],
])("finds the commands for '%s'", (typed, found) => {
  expect(labels(typed)).toEqual(found)
})

test('offers an Auditor no command that changes something', () => {
  expect(labels('', { change: false })).not.toContain('New program')
  expect(labels('', { change: false })).toContain('Sign out')
})

test('offers the operations page to operators only', () => {
  expect(labels('backups')).toEqual([])
  expect(labels('backups', { operate: true })).toEqual(['Operations'])
})
