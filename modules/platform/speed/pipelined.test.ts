import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { withDatabase } from '../../../scripts/testing/database.ts'
import { type Pipelined, pipelined } from './pipelined.ts'

const database = withDatabase()
const opened: Pipelined[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.end()))
})

const open = (connections = 2, url = database.url) => {
  const one = pipelined(url, connections)
  opened.push(one)
  return one
}
const ask = (connections: Pipelined, text: string, values: unknown[] = [], name?: string) =>
  connections.query({ ...(name ? { name } : {}), text, values, rowMode: 'array' }).then(({ rows }) => rows[0]?.[0])
const outcome = (asked: Promise<unknown>) => asked.catch((error: Error) => error.message)

test('gives each query its own answer, even after failures', async () => {
  const connections = open()
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => outcome(ask(connections, 'select 100 / $1::int', [i % 7], i % 2 ? 'divide' : undefined))),
  )
  expect(answers).toEqual(Array.from({ length: 200 }, (_, i) => (i % 7 === 0 ? 'division by zero' : Math.trunc(100 / (i % 7)))))
})

test('sends queries before earlier answers, on a fixed number of connections', async () => {
  const connections = open(1)
  const pid = await ask(connections, 'select pg_backend_pid()')
  const slow = ask(connections, 'select pg_sleep(0.3)')
  const others = Promise.all(Array.from({ length: 30 }, () => ask(connections, 'select pg_backend_pid()')))
  await slow
  expect(new Set(await others)).toEqual(new Set([pid]))
})

test('runs later queries on a spare connection while long ones block the others', async () => {
  const connections = open(2)
  const pids = new Set<unknown>()
  const pid = async () => void pids.add(await ask(connections, 'select pg_backend_pid()'))
  await Promise.all([pid(), pid()])
  let isSlow = true
  const slow = Promise.all([1, 2].map(() => ask(connections, 'select pg_sleep(5)'))).then(() => {
    isSlow = false
  })
  await setTimeout(100)
  await Promise.all(Array.from({ length: 10 }, pid))
  expect(isSlow).toBe(true)
  expect(pids.size).toBe(3)
  await slow
  await Promise.all(Array.from({ length: 10 }, pid))
  expect(pids.size).toBe(3)
})

test('fails the queries of a lost connection only', async () => {
  const connections = open(1)
  const pid = await ask(connections, 'select pg_backend_pid()')
  const lost = Array.from({ length: 3 }, () => outcome(ask(connections, 'select pg_sleep(30)')))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (let under = 0; under === 0; )
    under = (await client.query("select from pg_stat_activity where pid = $1 and state = 'active' and query like '%pg_sleep%'", [pid])).rowCount ?? 0
  await client.query('select pg_terminate_backend($1)', [pid])
  await client.end()
  for (const message of await Promise.all(lost)) expect(message).toMatch(/terminat/i)
  expect(await ask(connections, 'select 1')).toBe(1)
})

/** A proxy that refuses the first connection as a full database does, and closes it later. */
const refusingFirst = async () => {
  const { host, port } = new pg.Client({ connectionString: database.url })
  const fields = Buffer.from('SFATAL\0C53300\0Mtoo many clients\0\0')
  const refusal = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), fields])
  refusal.writeInt32BE(4 + fields.length, 1)
  let connected = 0
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    connected += 1
    socket.on('error', () => {})
    if (connected === 1) {
      socket.write(refusal)
      await setTimeout(200)
      return socket.end()
    }
    const behind = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    behind.on('error', () => {})
    behind.pipe(socket).pipe(behind)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database.url)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: url.href, connected: () => connected, stop: () => server.close() }
}

test('ignores a repeated error of a client whose place was taken over', async () => {
  const proxy = await refusingFirst()
  const connections = open(1, proxy.url)
  expect(await outcome(ask(connections, 'select 1'))).toMatch('Connection terminated')
  const pid = await ask(connections, 'select pg_backend_pid()')
  await setTimeout(400)
  expect(await ask(connections, 'select pg_backend_pid()')).toBe(pid)
  expect(proxy.connected()).toBe(2)
  proxy.stop()
})

test('rejects a query without a database, or if no place is free in time', async () => {
  const nowhere = pipelined('postgres://nobody@127.0.0.1:1/none', 1)
  await expect(ask(nowhere, 'select 1')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  await nowhere.end()
  const connections = open(1)
  await ask(connections, 'select 1')
  const under = [ask(connections, 'select 1 from pg_sleep(2)'), ...Array.from({ length: 15 }, () => ask(connections, 'select 1'))]
  expect(await outcome(ask(connections, 'select 1'))).toBe('timeout exceeded when trying to connect')
  expect(await Promise.all(under)).toEqual(Array(16).fill(1))
})
