import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { eventStoreContract } from '../../../scripts/testing/contract-suite.ts'
import { freshDatabase, withDatabase } from '../../../scripts/testing/database.ts'
import { instantOf } from '../../kernel/dates.ts'
import type { NewEvent } from './event-store.ts'
import { postgresEventStore } from './postgres.ts'

const cutAll = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  await client.end()
}

eventStoreContract('the event store in Postgres', async () => {
  const database = await freshDatabase()
  const store = postgresEventStore({ connectionString: database.url })
  return {
    store,
    cut: () => cutAll(database.url),
    close: async () => {
      await store.close()
      await database.drop()
    },
  }
})

describe('the event store in Postgres', () => {
  const { url, pool } = withDatabase()

  const event = (data: Record<string, unknown> = {}): NewEvent => ({
    id: randomUUID(),
    type: 'SomethingHappened',
    data,
    metadata: { $correlationId: 'r', $causationId: 'c', actor: 'system:test', schema: 1, at: instantOf(0) },
  })

  test('numbers positions from 0 without gaps under concurrent writers', async () => {
    const stores = Array.from({ length: 3 }, () => postgresEventStore({ connectionString: url }))
    const stop = new AbortController()
    const positions: bigint[] = []
    const following = (async () => {
      const [first] = stores
      for await (const batch of first?.follow({ after: -1n, signal: stop.signal }) ?? []) {
        positions.push(...batch.events.map(({ position }) => position))
        if (positions.length === 900) stop.abort()
      }
    })()
    await Promise.all(
      stores.flatMap((store, s) =>
        Array.from({ length: 100 }, async (_, n) => {
          // In a third of the rounds both stores write to the same stream.
          await store
            .append(`run-${n % 3 === 0 ? n : `${s}-${n}`}`, [event(), event()], 'none')
            .catch(() => store.append(`run-${s}-${n}`, [event(), event()], 'none'))
          await store.append(`bill-${s}-${n}`, [event()], 'none')
        }),
      ),
    )
    await following
    expect(positions).toEqual(Array.from({ length: 900 }, (_, n) => BigInt(n)))
    await Promise.all(stores.map((store) => store.close()))
  })

  test('keeps the order of concurrent appends to each stream', async () => {
    const store = postgresEventStore({ connectionString: url })
    for (let round = 0; round < 50; round += 1) {
      const streams = Array.from({ length: 20 }, (_, n) => `member-${round}-${n}` as const)
      const appends = (['none', 0, 1] as const).flatMap((expect) => streams.map((stream) => store.append(stream, [event()], expect)))
      expect((await Promise.all(appends)).map(({ revision }) => revision)).toEqual(appends.map((_, n) => Math.floor(n / 20)))
    }
    await store.close()
  })

  test('leaves nothing readable of a buried stream, and no gap', async () => {
    const store = postgresEventStore({ connectionString: url, pool })
    const before = await store.head()
    await store.append('profile-secret', [event({ name: 'Ada' }), event({ name: 'Ada' })], 'none')
    await store.bury('profile-secret')
    const { position } = await store.append('profile-plain', [event()], 'none')
    const stop = new AbortController()
    const streams: string[] = []
    for await (const batch of store.follow({ after: before, signal: stop.signal })) {
      streams.push(...batch.events.map(({ stream }) => stream))
      if (batch.position === position) stop.abort()
    }
    expect(streams).toEqual(['profile-plain'])
    const { rows } = await pool.query(`select type, data, metadata from events where stream = 'profile-secret'`)
    expect(rows).toEqual(Array(2).fill({ type: '$buried', data: '{}', metadata: '{}' }))
    await store.close()
  })

  test('refuses to follow from beyond the end of the log', async () => {
    const store = postgresEventStore({ connectionString: url, pool })
    const beyond = (await store.head()) + 1n
    const first = store.follow({ after: beyond, signal: new AbortController().signal })[Symbol.asyncIterator]().next()
    await expect(first).rejects.toThrow('rebuild')
    await store.close()
  })

  test('rejects with Unavailable within seconds without a server', async () => {
    const store = postgresEventStore({ connectionString: 'postgres://app@127.0.0.1:1/none' })
    await expect(store.append('bill-1', [event()], 'none')).rejects.toMatchObject({ name: 'Unavailable' })
    await expect(store.read('bill-1')).rejects.toMatchObject({ name: 'Unavailable' })
    await store.close()
  })
})
