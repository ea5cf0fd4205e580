import type pg from 'pg'

export type Table = Readonly<{ name: string; columns: readonly string[] }>

/**
 * Tables that a backup leaves out: the log has its own section, and the migrations are in the header. Sessions end with
 * a restore, so all tables that refer to them are left out, too.
 */
const NOT_SAVED = ['events', 'schema_migrations', 'sessions']

/**
 * The logged tables of the write side, including future ones, each behind the tables that it refers to, so that they
 * can be filled in order.
 */
export const tablesOf = async (client: pg.ClientBase): Promise<readonly Table[]> => {
  const { rows: found } = await client.query<{ name: string; columns: string[]; refers: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as refers
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by c.relname`,
  )
  const left = new Map(found.filter(({ name }) => !NOT_SAVED.includes(name)).map((table) => [table.name, table]))
  for (const { name, refers } of found) if (refers.some((other) => NOT_SAVED.includes(other))) left.delete(name)
  const ordered: Table[] = []
  while (left.size > 0) {
    const next = [...left.values()].find(({ refers }) => !refers.some((other) => left.has(other)))
    if (!next) throw new Error(`The tables ${[...left.keys()].join(', ')} refer to each other in a circle.`)
    left.delete(next.name)
    ordered.push({ name: next.name, columns: next.columns })
  }
  return ordered
}
