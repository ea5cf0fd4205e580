import { sql } from 'slonik'
import type { Order } from './declaration.ts'

/** The order by payors' names (R102), of a list with a payor_id. */
export const byPayor: Order = {
  by: 'walk',
  table: sql.fragment`members`,
  as: sql.fragment`m`,
  on: sql.fragment`payor_id`,
  key: sql.fragment`m.sort_key`,
  type: 'text',
}

export const byProgram: Order = {
  by: 'segment',
  key: () => sql.fragment`lower(p.name)`,
  type: 'text',
  joins: (program) => sql.fragment`join programs p on p.id = ${program}`,
}
