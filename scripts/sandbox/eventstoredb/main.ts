import { startWireServer } from './wire-server.ts'

const server = await startWireServer({ port: Number(process.env.PORT ?? 2113) })
process.stdout.write(`An EventStoreDB in memory listens at ${server.connectionString}\nEVENT_STORE='${server.connectionString}' npm start\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop().then(() => process.exit(0)))
