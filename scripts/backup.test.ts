import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantOf } from '../modules/kernel/dates.ts'
import { postgresEventStore } from '../modules/platform/event-store.postgres.ts'
import type { NewEvent } from '../modules/platform/event-store.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { freshDatabase, type TestDatabase } from './testing/database.ts'

let folder: string
let source: TestDatabase
let file: string
const someEvent = (data: Record<string, unknown>): NewEvent => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data,
  metadata: { $correlationId: 'r', $causationId: 'c', actor: 'system:test', schema: 1, at: instantOf(0) },
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-backup-'))
  file = join(folder, 'backup.gz')
  source = await freshDatabase()
  const store = postgresEventStore({ connectionString: source.url })
  await store.append('bill-1', [someEvent({ text: 'Zoë\t"tab"\\ \n new \r\u2028 \u0000 line' }), someEvent({ n: 1 })], 'none')
  await store.append('profile-1', [someEvent({ name: 'gone' })], 'none')
  await store.bury('profile-1')
  await store.appendEach(
    Array.from({ length: 3_000 }, (_, n) => ({ stream: `member-${n}` as const, events: [someEvent({ n })], expect: 'none' as const })),
  )
  await store.close()
  await backup(source.url, file)
})
afterAll(async () => {
  await source.drop()
  rmSync(folder, { recursive: true })
})

const contentsOf = async (url: string) => {
  const store = postgresEventStore({ connectionString: url })
  const events = await Promise.all([store.read('bill-1'), store.read('profile-1'), store.read('member-2999')])
  const [head, buried] = [await store.head(), await store.append('profile-1', [someEvent({})], 'none').catch((error: unknown) => error)]
  await store.close()
  return { events, head, buried }
}

test('what was backed up is there again, in a database without any table', async () => {
  const target = await freshDatabase({ empty: true })
  const { tables } = await restore(target.url, file)
  expect(tables.find(({ name }) => name === 'events')?.rows).toBe(3_003)
  const restored = await contentsOf(target.url)
  expect(restored).toEqual(await contentsOf(source.url))
  expect(restored.buried).toMatchObject({ name: 'Conflict', current: null })
  await target.drop()
})

test('a database that holds something is refused', async () => {
  await expect(restore(source.url, file)).rejects.toThrow('not empty')
})

test('a backup never overwrites another', async () => {
  await expect(backup(source.url, file)).rejects.toThrow('exists already')
})

test('a damaged, cut or foreign file is refused, and nothing is written', async () => {
  const target = await freshDatabase()
  const cut = join(folder, 'cut.gz')
  writeFileSync(cut, readFileSync(file))
  truncateSync(cut, 20_000)
  const changed = join(folder, 'changed.gz')
  writeFileSync(changed, gzipSync(gunzipSync(readFileSync(file)).toString().replace('"n":1500', '"n":1501')))
  const short = join(folder, 'short.gz')
  writeFileSync(short, gzipSync(gunzipSync(readFileSync(file)).toString().split('\n').slice(0, 100).join('\n')))
  const foreign = join(folder, 'foreign.gz')
  writeFileSync(foreign, gzipSync('hello\n'))
  for (const wrong of [cut, changed, short]) await expect(restore(target.url, wrong)).rejects.toThrow('damaged')
  await expect(restore(target.url, foreign)).rejects.toThrow('no backup')
  await expect(restore(target.url, join(folder, 'nothing.gz'))).rejects.toThrow('There is no backup')
  const store = postgresEventStore({ connectionString: target.url })
  expect(await store.head()).toBe(-1n)
  await store.close()
  await target.drop()
})
