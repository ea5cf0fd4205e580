import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { MIGRATIONS, migrate } from '../../modules/platform/postgres/migrate.ts'
import { startPostgres } from '../../modules/platform/postgres/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    pgUrl: string
  }
}

/**
 * One Postgres, without durability, for the whole run; each test copies its migrated database. Vitest calls this once
 * for each project, but only the root project starts the server.
 */
export default async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  if (!project.isRootProject()) return
  const parent = mkdtempSync(join(tmpdir(), 'vestry-test-'))
  chmodSync(parent, 0o755)
  const server = await startPostgres({ dir: join(parent, 'postgres'), fast: true })
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database template')
  await admin.end()
  const template = new pg.Pool({ connectionString: databaseUrl(server.url, 'template') })
  await migrate(template, MIGRATIONS)
  await template.end()
  project.provide('pgUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(parent, { recursive: true, force: true })
  }
}

const databaseUrl = (url: string, database: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
