import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../../scripts/testing/app.ts'
import { START } from './event-store.ts'
import { assertRightLog } from './right-log.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
  await startNetwork(app)
  await app.written()
})
afterAll(() => app.stop())

test("accepts the database's own log and rejects another", async () => {
  const client = await app.pool.connect()
  try {
    await assertRightLog(client, app.store, 'postgres')
    await expect(assertRightLog(client, { head: async () => START }, 'postgres')).rejects.toThrow('it is another')
    await expect(assertRightLog(client, app.store, 'esdb://127.0.0.1:2113')).rejects.toThrow('lies in Postgres')
  } finally {
    client.release()
  }
})
