import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../modules/platform/config.ts'
import { holdsPostgres, runningPostgres, startPostgres } from '../modules/platform/postgres/postgres.ts'

/** Runs a tool with the product's settings; prints an error as a sentence. */
export const runTool = async (tool: (config: Config) => Promise<void>): Promise<void> => {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    await tool(readConfig(process.env))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/**
 * Opens DATABASE_URL, or the embedded Postgres of DATA_DIR, which is started unless the app runs it. @throws Error when
 * DATA_DIR has no database and `make` is not set
 */
export const withDatabase = async (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<void>,
  { make = false } = {},
): Promise<void> => {
  if (databaseUrl) return work(databaseUrl)
  const dir = join(dataDir, 'postgres')
  const running = runningPostgres(dir)
  if (running) return work(running)
  if (!make && !holdsPostgres(dir)) throw new Error(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as the product has it.`)
  mkdirSync(dataDir, { recursive: true })
  const server = await startPostgres({ dir })
  try {
    await work(server.url)
  } finally {
    await server.stop()
  }
}
