import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const MAIN = path.join(import.meta.dirname, 'main.ts')

/** The wire server as a separate process, like a node: it can be frozen, and with a log file killed and restarted. */
export const startWireProcess = async ({ logFile }: Readonly<{ logFile?: string }> = {}) => {
  let disk: 'free' | 'full' = 'free'
  let port = '0'
  let listens = false
  let child: ChildProcess
  /** Starts the server; returns its address, or null if it ended at once. */
  const launch = async (): Promise<string | null> => {
    child = fork(MAIN, {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, PORT: port, DISK: disk, ...(logFile === undefined ? {} : { LOG_FILE: logFile }) },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    listens = false
    const [said] = (await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')])) as [Buffer | number | null]
    const connectionString = /esdb:\S+/.exec(String(said))?.[0] ?? null
    if (connectionString === null) return null
    port = new URL(connectionString).port
    listens = true
    return connectionString
  }
  const connectionString = await launch()
  if (connectionString === null) throw new Error('The wire server did not start.')
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null
  const kill = async (): Promise<void> => {
    if (ended()) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    connectionString,
    /** Breaks every connection, and recovers a moment later. */
    cut: async () => {
      child.send('cut')
      await once(child, 'message')
    },
    /** Accepts calls without responding, like a node on a machine that hangs. */
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    /** Restarts the server at the same address; returns true if it runs. */
    restart: async (): Promise<boolean> => {
      await kill()
      return (await launch()) !== null
    },
    /** Fills the server's disk: the server ends at its next write, and at each restart until there is room. */
    fill: async (): Promise<void> => {
      disk = 'full'
      if (!child.connected) return
      child.send('fill')
      await Promise.race([once(child, 'message'), once(child, 'exit')])
    },
    free: () => {
      disk = 'free'
    },
    ended,
    lives: () => listens && !ended(),
    stop: kill,
  }
}
export type WireProcess = Awaited<ReturnType<typeof startWireProcess>>
