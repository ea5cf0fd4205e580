import { expect, test } from 'vitest'
import { matching } from '../../ui/combobox.tsx'
import { clockIn, ladderWords, reminderDay, reminderWords, zoneOptions } from './network-words.ts'

test.each([
  [-7, '7 days before'],
  [-1, '1 day before'],
  [0, 'on the due date'],
  [1, '1 day after'],
  [30, '30 days after'],
])('a reminder at %i goes %s', (day, words) => {
  expect(reminderWords(day)).toBe(words)
})

test.each([
  ['7', 'before', -7],
  ['0', 'before', 0],
  ['0', 'after', 0],
  [' 3 ', 'after', 3],
  ['', 'after', Number.NaN],
  ['-3', 'before', Number.NaN],
  ['1.5', 'after', Number.NaN],
] as const)('%j days %s the due date is the day %d', (typed, side, day) => {
  expect(reminderDay(typed, side)).toBe(day)
})

test('joins reminder days into a sentence', () => {
  expect(ladderWords([-7, 0, 3])).toBe('7 days before, on the due date, and 3 days after')
  expect(ladderWords([])).toBe('No reminders')
})

test('lists the chosen zone once, even if it is unknown', () => {
  const values = zoneOptions('America/New_York').map(({ value }) => value)
  expect(values.filter((value) => value === 'America/New_York')).toHaveLength(1)
  expect(zoneOptions('Mars/Olympus').some(({ label }) => label === 'Mars/Olympus')).toBe(true)
})

test('finds a zone by words in any order', () => {
  const labels = (typed: string) => matching(zoneOptions('UTC'), typed).map(({ label }) => label)
  expect(labels('new york')).toEqual(['America/New York'])
  expect(labels('chicago america')).toEqual(['America/Chicago'])
  expect(labels('nowhere at all')).toEqual([])
})

test('formats the time in a zone', () => {
  expect(clockIn('America/New_York', new Date('2026-01-15T20:14:00Z'))).toBe('3:14 PM')
})
