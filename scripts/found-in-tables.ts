import type pg from 'pg'

/**
 * The schema, table and column of every place where one of these words is in plain text, in all tables including the
 * log.
 */
export const foundInTables = async (pool: Pick<pg.Pool, 'query'>, words: readonly string[]): Promise<string[]> => {
  const { rows: columns } = await pool.query<{ table: string; column: string; bytes: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column, a.atttypid = 'bytea'::regtype as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
       and a.atttypid in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype, 'bytea'::regtype, 'text[]'::regtype, 'varchar'::regtype) order by 1, 2`,
  )
  const found: string[] = []
  for (const { table, column, bytes } of columns) {
    const text = bytes ? `encode(t.${column}, 'escape')` : `t.${column}::text`
    const { rows } = await pool.query<{ word: string }>(
      `select sought.word from unnest($1::text[]) sought (word)
       where exists (select from ${table} t where position(lower(sought.word) in lower(${text})) > 0) order by sought.word`,
      [words],
    )
    for (const { word } of rows) found.push(`${table}.${column}: ${word}`)
  }
  return found
}
