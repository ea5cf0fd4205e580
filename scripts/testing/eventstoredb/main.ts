import { setTimeout as pause } from 'node:timers/promises'
import { startWireServer } from './wire-server.ts'

let server = await startWireServer({ port: Number(process.env.PORT ?? 2113) })
const { log, port, connectionString } = server
process.stdout.write(`An EventStoreDB in memory listens at ${connectionString}\nEVENT_STORE='${connectionString}' npm start\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop().then(() => process.exit(0)))

// Whoever started this with a channel has every connection cut by a message, and takes it along when they end.
process.on('disconnect', () => process.exit(0))
process.on('message', async () => {
  await server.stop()
  await pause(100)
  server = await startWireServer({ port, log })
  process.send?.('cut')
})
