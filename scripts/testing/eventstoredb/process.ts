import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** The wire server as a process of its own, as a node is one: it can be frozen, and is no slower than its clients allow. */
export const startWireProcess = async () => {
  const main = path.join(import.meta.dirname, 'main.ts')
  const child = fork(main, { execArgv: ['--import', 'tsx'], env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const gone = once(child, 'exit')
  const [said] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  const connectionString = /esdb:\S+/.exec(String(said))?.[0]
  if (!connectionString) throw new Error(`The wire server did not start: ${said}`)
  return {
    connectionString,
    /** Breaks every connection, and is back a moment later. */
    cut: async () => {
      child.send('cut')
      await once(child, 'message')
    },
    /** Takes calls and answers none, as a node on a machine that hangs. */
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
