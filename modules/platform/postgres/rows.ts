import pg from 'pg'
import { type Interceptor, SchemaValidationError } from 'slonik'
import type { ZodType } from 'zod'

const camelNames = new Map<string, string>()
export const camel = (name: string): string => {
  let known = camelNames.get(name)
  if (!known) {
    known = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(name, known)
  }
  return known
}

type Fields = readonly Readonly<{ name: string }>[]

/** A cache of names, by field list, which the rows of a result share. */
const camelFields = new WeakMap<Fields, readonly (readonly [name: string, shown: string])[]>()

export const camelCase: Interceptor = {
  name: 'camel-case',
  transformRow: (_context, _query, row, fields) => {
    let pairs = camelFields.get(fields)
    if (!pairs) {
      pairs = fields.map(({ name }) => [name, camel(name)] as const)
      camelFields.set(fields, pairs)
    }
    const shown: Record<string, unknown> = {}
    for (const [name, as] of pairs) shown[as] = row[name]
    return shown as typeof row
  },
}

type RowArguments = Parameters<NonNullable<Interceptor['transformRow']>>

/** Parses each row by its query's schema, so that a drifted table fails at the query. */
export const checked = <Row>(parser: ZodType<Row>, query: RowArguments[1], row: RowArguments[2]): Row => {
  const parsed = parser.safeParse(row)
  if (!parsed.success) throw new SchemaValidationError(query, row, parsed.error.issues as never)
  return parsed.data
}

export const parseRows: Interceptor = {
  name: 'parse-rows',
  transformRow: (context, query, row) => {
    const parser = context.resultParser as unknown as ZodType<typeof row> | undefined
    return parser ? checked(parser, query, row) : row
  },
}

/** Parsers of these types, for slonik and pg alike. */
export const readAs = {
  int8: Number,
  numeric: Number,
  date: (text: string) => text,
  timestamptz: (text: string) => new Date(text).toISOString(),
} as const
const { INT8, NUMERIC, DATE, TIMESTAMPTZ } = pg.types.builtins
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, readAs.int8],
  [NUMERIC, readAs.numeric],
  [DATE, readAs.date],
  [TIMESTAMPTZ, readAs.timestamptz],
])
export const types: pg.CustomTypesConfig = { getTypeParser: (oid: number) => parsers.get(oid) ?? pg.types.getTypeParser(oid) }
