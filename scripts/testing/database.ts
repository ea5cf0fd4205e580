import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type {} from './global-postgres.ts'

export type TestDatabase = Readonly<{ url: string; drop(): Promise<void> }>

/** A migrated database of a test's own, copied from the template in some 30 ms; or an empty one. */
export const freshDatabase = async ({ empty = false } = {}): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name} template ${empty ? 'template0' : 'template'} strategy file_copy`)
  const url = new URL(inject('pgUrl'))
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) }
}

const asAdmin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('pgUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
