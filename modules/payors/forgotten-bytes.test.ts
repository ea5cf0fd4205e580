import { createReadStream, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup } from '../../scripts/backup.ts'
import { HEAD_BYTES, opening, type Secret } from '../../scripts/backup-seal.ts'
import { temporaryFolder } from '../../scripts/bench/product.ts'
import { foundInBytes, foundInFiles, type Needle } from '../../scripts/found-in-files.ts'
import { foundInTables } from '../../scripts/found-in-tables.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { unzip } from '../../scripts/testing/packs.ts'
import { auditKeyOf, problemsOf, takePack } from '../../scripts/testing/taken-packs.ts'
import { type Postgres, startPostgres } from '../platform/postgres/postgres.ts'
import { nightAfter } from './forget.ts'

const secret: Secret = { key: Buffer.alloc(32, 7) }
const folder = temporaryFolder('forgotten-bytes')
let postgres: Postgres
let app: App
beforeAll(async () => {
  // A separate folder, since concurrent tests upload the same names.
  process.env.TMPDIR = folder.dir
  postgres = await startPostgres({ dir: join(folder.dir, 'postgres'), settings: { fsync: 'off' } })
  app = await startApp({ LOG_LEVEL: 'info' }, { on: { database: { url: postgres.url }, masterKey: Buffer.alloc(32, 5) } })
})
afterAll(async () => {
  await app?.stop()
  await postgres?.stop()
  folder.remove()
})

/** Enough other rows that names get into statistics and inner index pages. */
const others = Array.from({ length: 400 }, (_, n) => `Ole${n},Other${n},ole${n}@forget.example,(321) 555-${1000 + n}`)
const csv = ['firstName,lastName,email,phone', 'Quillanna,Vexworth,quillanna@forget.example,(320) 911-7733', ...others].join('\n')
const theirs = ['Quillanna', 'Vexworth', 'Vexburg', 'vexburg@forget.example', '3209117733', '911-7733', '3209118844', 'Wembley', 'Quince']

const contentOf = async (file: string): Promise<Buffer> => {
  const handle = await open(file)
  const { buffer: head } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  await handle.close()
  const opened = (await opening(head, secret))(createReadStream(file, { start: HEAD_BYTES }))
  return buffer((await import('node:stream')).Readable.from(opened).pipe(createGunzip()))
}

const foundInNewBackup = async (name: string, needles: readonly Needle[]): Promise<Needle[]> => {
  const file = join(folder.dir, name)
  const config = { eventStore: 'postgres', personalDataKey: app.masterKey.toString('base64'), dataDir: folder.dir }
  await backup({ url: postgres.url, file, secret, config })
  return foundInBytes(await contentOf(file), needles)
}

/** Searches all files of the database except the write-ahead log, which the server overwrites in time. */
const foundOnDisk = async (needles: readonly Needle[]): Promise<string[]> => {
  await app.pool.query('checkpoint')
  return foundInFiles(postgres.data, needles).filter((where) => !where.startsWith('pg_wal/'))
}

const runNow = (key: string) =>
  expect
    .poll(async () => (await app.pool.query('update graphile_worker._private_jobs set run_at = now() where key = $1', [key])).rowCount, {
      message: key,
    })
    .toBe(1)
const done = (key: string) =>
  expect
    .poll(async () => (await app.pool.query('select from graphile_worker._private_jobs where key = $1', [key])).rowCount, { message: key })
    .toBe(0)

test('the night starts at the next 9:00 UTC, never at the current moment', () => {
  const night = (moment: string) => new Date(nightAfter(Date.parse(moment))).toISOString()
  expect(night('2026-03-01T08:59:59.999Z')).toBe('2026-03-01T09:00:00.000Z')
  expect(night('2026-03-01T09:00:00.000Z')).toBe('2026-03-02T09:00:00.000Z')
  expect(night('2026-12-31T23:00:00.000Z')).toBe('2027-01-01T09:00:00.000Z')
})

test('removes a forgotten payor at once from all answers, and overnight from every byte of tables, indexes and statistics', async () => {
  const { admin, programId, bills } = await startNetwork(app, { csv })
  const bill = bills.find(({ individualMember }) => individualMember?.firstName === 'Quillanna')
  const id = bill?.individualMember?.id ?? ''
  await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
  await app.mailTo('quillanna@forget.example', /./)
  await admin.put(`/api/members/${id}`, { lastName: 'Vexburg', email: 'vexburg@forget.example', phone: '(320) 911-8844' })
  await admin.post(`/api/assessment-bills/${bill?.id}/receipts`, { amount: 10, method: 'check', reference: 'Wembley of Quillanna' })
  await admin.post(`/api/assessment-bills/${bill?.id}/adjustments`, { amount: 5, reason: 'Quince of Vexburg said so' })
  await app.guest().post(`/api/assessments/${bill?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  for (const path of ['/api/members?search=Quillanna', '/api/payments?search=Wembley', '/api/exports/members.csv', '/api/exports/payments.csv'])
    expect((await admin.send('get', path)).text, path).toContain('Quillanna')
  await app.written()
  await app.pool.query('analyze')
  const { rows } = await app.pool.query<{ wrapped: Buffer }>('select wrapped from person_keys where owner = $1', [id])
  const key = rows[0]?.wrapped ?? expect.fail('there is no key')
  const needles = [...theirs, key]

  const auditKey = await auditKeyOf(admin)
  const figures = () => admin.get('/api/dashboard/summary')
  const [earlier, sums] = [await takePack(app, admin), await figures()]

  // Shows that the search works: it finds the words in tables, indexes, statistics, and the backup's keys. Reasons are
  // always encrypted.
  const before = await foundOnDisk(needles)
  for (const word of theirs)
    if (word !== 'Quince')
      expect(
        before.filter((where) => where.endsWith(`: ${word}`)),
        word,
      ).not.toEqual([])
  expect(before.filter((where) => where.startsWith('base/') && where.endsWith('Vexworth')).length).toBeGreaterThan(3)
  expect(await foundInNewBackup('before', [key.toString('hex')])).toHaveLength(1)

  expect((await admin.send('delete', `/api/members/${id}`)).status).toBe(204)
  await app.written()
  expect(await foundInTables(app.pool, theirs)).toEqual([])
  expect(await foundInNewBackup('after', [...theirs, key.toString('hex')])).toEqual([])
  expect(foundInBytes(Buffer.from([...app.complaints, ...app.noted].join('\n')), needles)).toEqual([])
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith('vestry-upload-')))
    expect(foundInFiles(join(tmpdir(), name), needles)).toEqual([])

  await runNow(`forget/${id}/again`)
  await done(`forget/${id}/again`)
  const { rows: due } = await app.pool.query<{ runAt: Date }>(
    `select run_at as "runAt" from graphile_worker._private_jobs where key = 'erase-forgotten'`,
  )
  expect(due.map(({ runAt }) => runAt.getTime())).toEqual([nightAfter(Date.now())])
  await runNow('erase-forgotten')
  await done('erase-forgotten')
  expect(await foundOnDisk(needles)).toEqual([])

  // The data of other payors and all money stay.
  expect((await admin.get<{ data: unknown[] }>('/api/members?search=Other399')).data).toHaveLength(1)
  expect((await foundInTables(app.pool, ['Other399'])).length).toBeGreaterThan(2)
  expect(await figures()).toEqual(sums)
  expect(await problemsOf([earlier], auditKey)).toEqual([])
  const later = await takePack(app, admin)
  expect(await problemsOf([earlier, later], auditKey)).toEqual([])
  expect([...(await unzip(later)).values()].flatMap((bytes) => foundInBytes(Buffer.from(bytes), needles))).toEqual([])
  expect(app.complaints).toEqual([])
})
