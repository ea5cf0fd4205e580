import type pg from 'pg'

type Querying = Pick<pg.ClientBase, 'query'>

export type Backup = Readonly<{ madeAt: Date; bytes: number; ofEarlierKey: boolean }>

/** A digest that identifies the master key without revealing it, since each re-wrap changes the wrapped value. */
const KEY = `(select sha256(wrapped) from installation_keys where name = 'bill-ids')`

/** The present digest for a backup's record; null in a database without keys. */
export const keyDigest = async (db: Querying): Promise<Buffer | null> => {
  const { rows } = await db.query<{ key: Buffer | null }>(`select ${KEY} as key`)
  return rows[0]?.key ?? null
}

/** Records a complete backup. Returns false if the database is from a release before the table of backups. */
export const noteBackup = async (
  db: Querying,
  { madeAt, bytes, key }: Readonly<{ madeAt: string; bytes: number; key: Buffer | null }>,
): Promise<boolean> => {
  const { rows } = await db.query<{ there: boolean }>(`select to_regclass('operations.backups') is not null as there`)
  if (!rows[0]?.there) return false
  await db.query('insert into operations.backups (made_at, bytes, key) values ($1, $2, $3)', [madeAt, bytes, key])
  return true
}

export const lastBackup = async (db: Querying): Promise<Backup | null> => {
  const { rows } = await db.query<Backup>(
    `select made_at as "madeAt", bytes, key is distinct from ${KEY} as "ofEarlierKey" from operations.backups order by made_at desc limit 1`,
  )
  return rows[0] ?? null
}
