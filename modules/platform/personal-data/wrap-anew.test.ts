import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../scripts/testing/database.ts'
import { openPool } from '../postgres/database.ts'
import { installationKeys, opensKeys, rotate } from './installation-keys.ts'
import { personalData } from './personal-data.ts'
import { wrapAnew } from './wrap-anew.ts'

const [before, after, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)]

let database: TestDatabase
let pool: pg.Pool
beforeEach(async () => {
  database = await freshDatabase()
  pool = openPool(database.url)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const people = async (personal: ReturnType<typeof personalData>, count: number) => {
  const owners = Array.from({ length: count }, () => randomUUID())
  const sealed = await personal.sealAll(owners.map((owner) => ({ owner, value: `of ${owner}` })))
  return owners.map((owner, i) => ({ owner, sealed: sealed[i] ?? null }))
}
const namesOf = (items: Awaited<ReturnType<typeof people>>) => items.map(({ owner }) => `of ${owner}`)

test('opens values of either key during the change, and all values with the new key afterwards', async () => {
  const keys = await installationKeys(pool, [before])
  await rotate(pool, [before], 'links')
  const earlier = await people(personalData(pool, [before]), 20)
  // All processes have both keys before any wraps with the new one.
  const [prepared, changed] = [personalData(pool, [before, after]), personalData(pool, [after, before])]
  const meanwhile = [...(await people(prepared, 3)), ...(await people(changed, 3))]
  for (const personal of [personalData(pool, [before, after]), personalData(pool, [after, before])])
    expect(await personal.openAll([...earlier, ...meanwhile])).toEqual(namesOf([...earlier, ...meanwhile]))

  const { rows } = await pool.query<{ keys: number }>('select (select count(*) from installation_keys) as keys')
  const ofInstallation = rows[0]?.keys ?? 0
  expect(ofInstallation).toBeGreaterThan(7)
  expect(await wrapAnew(pool, [after, before])).toEqual({ moved: 23 + ofInstallation, keys: 26 + ofInstallation })
  expect(await wrapAnew(pool, [after, before])).toEqual({ moved: 0, keys: 26 + ofInstallation })
  expect(await personalData(pool, [after]).openAll([...earlier, ...meanwhile])).toEqual(namesOf([...earlier, ...meanwhile]))
  expect([await opensKeys(pool, [after]), await opensKeys(pool, [before])]).toEqual([true, false])
  // All versions of an installation key.
  expect((await installationKeys(pool, [after])).links.all('a link').at(-1)).toEqual(keys.links.of('a link'))
})

test('keeps a person forgotten who is forgotten during the change', async () => {
  const personal = personalData(pool, [before])
  const items = await people(personal, 3)
  const [gone] = items
  const forgetful = {
    query: async (text: string, values: unknown[]) => {
      if (text.startsWith('update person_keys')) await personal.forget(gone?.owner ?? '')
      return pool.query(text, values)
    },
  }
  await wrapAnew(forgetful as Pick<pg.Pool, 'query'>, [after, before])
  expect(await personalData(pool, [after]).openAll(items)).toEqual([null, ...namesOf(items.slice(1))])
})

test('fails for a key that no master key opens, and leaves it unchanged', async () => {
  const items = await people(personalData(pool, [before]), 2)
  await people(personalData(pool, [foreign]), 1)
  await expect(wrapAnew(pool, [after, before])).rejects.toThrow()
  expect(await personalData(pool, [before]).openAll(items)).toEqual(namesOf(items))
})
