import { setTimeout as pause } from 'node:timers/promises'
import { Log } from './log.ts'
import { openLogFile } from './log-file.ts'
import { startWireServer } from './wire-server.ts'

// LOG_FILE keeps the log across starts; with DISK=full the disk is full from the start.
const { PORT = '2113', LOG_FILE, DISK } = process.env
const file = LOG_FILE ? openLogFile(LOG_FILE) : undefined
if (DISK === 'full') file?.fill()
let server = await startWireServer({ port: Number(PORT), log: new Log(file) })
const { log, port, connectionString } = server
process.stdout.write(
  `An EventStoreDB ${LOG_FILE ? `on ${LOG_FILE}` : 'in memory'} listens at ${connectionString}\nEVENT_STORE='${connectionString}' npm start\n`,
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop().then(() => process.exit(0)))

const cut = async (): Promise<void> => {
  await server.stop()
  await pause(100)
  server = await startWireServer({ port, log })
  process.send?.('cut')
}

const fill = (): void => {
  file?.fill()
  process.send?.('fill')
}

// A parent process with a channel cuts every connection or fills the disk by a message, and gets a reply; this process
// ends with its parent.
process.on('disconnect', () => process.exit(0))
process.on('message', (message) => {
  if (message === 'fill') fill()
  else void cut()
})
