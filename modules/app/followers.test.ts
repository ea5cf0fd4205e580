import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allProjections } from '../../projections/projections.ts'
import { fixtureEvents } from '../../scripts/testing/packs.ts'
import { categoryOf } from '../platform/event-store/event-store.ts'
import { allProcesses } from './processes.ts'

/** The followers of the log (processes, projections) that the sources of a folder declare. */
const declaredIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\bname: '([\w-]+)',\s+categories:/g)].map(([, name]) => name ?? ''))
    .sort()

test('runs every declared process', () => {
  expect(allProcesses.map(({ name }) => name).sort(), "a new process needs its place in its module's module.ts").toEqual(declaredIn('modules'))
})

test('runs every declared projection', () => {
  const projections = allProjections({} as never, { positionsPerEvent: 1n } as never)
  expect(projections.map(({ name }) => name).sort(), 'a new projection needs its line in projections/projections.ts').toEqual(
    declaredIn('projections'),
  )
})

test('a process reacts to exactly its declared events, each of which leads to a job', async () => {
  const recorded = await fixtureEvents()
  const turnedOff = recorded.filter(({ type }) => type === 'WebhookChanged').map((event) => ({ ...event, data: { ...event.data, isOn: false } }))
  const fixtures = [...recorded, ...turnedOff]
  for (const { name, categories, reactsTo, jobsFor } of allProcesses) {
    const led = fixtures.filter((event) => jobsFor([event]).length > 0)
    expect([...new Set(led.map(({ type }) => type))].sort(), name).toEqual([...reactsTo].sort())
    expect([...new Set(led.map(({ stream }) => categoryOf(stream)))].sort(), name).toEqual([...categories].sort())
  }
})
