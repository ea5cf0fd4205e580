import { join } from 'node:path'
import { runningPostgres, startPostgres } from '../modules/platform/postgres.ts'

/** Runs a tool on DATABASE_URL, or on the embedded Postgres of DATA_DIR, which is started when the app does not run it. */
export const withDatabase = async (tool: (url: string) => Promise<void>): Promise<void> => {
  try {
    await reach(tool)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

const reach = async (tool: (url: string) => Promise<void>): Promise<void> => {
  if (process.env.DATABASE_URL) return tool(process.env.DATABASE_URL)
  const dir = join(process.env.DATA_DIR ?? '.data', 'postgres')
  const running = runningPostgres(dir)
  if (running) return tool(running)
  const server = await startPostgres({ dir })
  try {
    await tool(server.url)
  } finally {
    await server.stop()
  }
}
