import { expect, test } from 'vitest'
import { commandsFor } from './commands.ts'

const labels = (typed: string, { change = true, operate = false } = {}) => commandsFor(typed, { change, operate }).map(({ label }) => label)

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
  expect(labels('', { change: false })).not.toContain('New program')
  expect(labels('', { change: false })).toContain('Sign out')
})

test('who runs the installation alone finds its page', () => {
  expect(labels('backups')).toEqual([])
  expect(labels('backups', { operate: true })).toEqual(['Operations'])
})
