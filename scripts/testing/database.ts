import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { openPool } from '../../modules/platform/postgres/database.ts'
import type {} from './global-postgres.ts'

export type TestDatabase = Readonly<{ url: string; drop(): Promise<void> }>

const newDatabase = ({ empty = false } = {}) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('pgUrl'))
  url.pathname = `/${name}`
  return {
    url: url.href,
    make: () => asAdmin(`create database ${name} template ${empty ? 'template0' : 'template'} strategy file_copy`),
    drop: () => asAdmin(`drop database if exists ${name} with (force)`),
  }
}

/** A migrated database, copied from the template in some 30 ms, or an empty one. */
export const freshDatabase = async (kind: Readonly<{ empty?: boolean }> = {}): Promise<TestDatabase> => {
  const { url, make, drop } = newDatabase(kind)
  await make()
  return { url, drop }
}

/**
 * A migrated database for all tests of a file or a `describe`, with a pool of this many connections. It is not
 * dropped: ext4 searches long for new files' inodes while thousands have just been deleted, and the server's folder is
 * deleted at the end anyway.
 */
export const withDatabase = (connections?: number): Readonly<{ url: string; pool: pg.Pool }> => {
  const { url, make } = newDatabase()
  const pool = openPool(url, connections)
  beforeAll(make)
  afterAll(() => pool.end())
  return { url, pool }
}

/** Runs a statement on the server, outside the test's database. */
export const asAdmin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('pgUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
