import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withDatabase } from '../../../scripts/testing/database.ts'
import { personalData } from './personal-data.ts'
import { wrap } from './sealing.ts'

const master = [randomBytes(32)] as const

const { pool } = withDatabase()

const newProcess = () => personalData(pool, master)
const sealedBy = async (process: ReturnType<typeof newProcess>, owners: readonly string[]) =>
  (await process.sealAll(owners.map((owner) => ({ owner, value: `of ${owner}` })))).map((sealed, i) => ({ owner: owners[i] ?? '', sealed }))

test('gives a person one key, even if several processes seal at once', async () => {
  const [ruth, ole, ann] = [randomUUID(), randomUUID(), randomUUID()]
  const earlier = await sealedBy(newProcess(), [ruth])
  const later = await sealedBy(newProcess(), [ole, ruth, ann, ruth])
  expect(await newProcess().openAll([...earlier, ...later])).toEqual([ruth, ole, ruth, ann, ruth].map((owner) => `of ${owner}`))
})

test('uses a key that another process commits meanwhile', async () => {
  const owner = randomUUID()
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('insert into person_keys (owner, wrapped) values ($1, $2)', [owner, wrap(master, randomBytes(32), owner)])
    const sealing = sealedBy(newProcess(), [owner])
    await pause(100)
    await other.query('commit')
    expect(await newProcess().openAll(await sealing)).toEqual([`of ${owner}`])
  } finally {
    other.release()
  }
})

test('seals nothing for a forgotten person', async () => {
  const owner = randomUUID()
  const [before] = await sealedBy(newProcess(), [owner])
  await newProcess().forget(owner)
  const [after] = await sealedBy(newProcess(), [owner])
  expect([after?.sealed, await newProcess().openAll([{ owner, sealed: before?.sealed ?? null }])]).toEqual([null, [null]])
})
