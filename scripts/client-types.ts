import type { JsonSchema } from '../modules/platform/http/examples.ts'

type Content = Readonly<Record<string, { schema: JsonSchema }>>
type Answer = Readonly<{ content?: Content }>
export type Operation = Readonly<{
  summary: string
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters: readonly Readonly<{ name: string; in: string; required?: boolean; schema: JsonSchema; description?: string }>[]
  requestBody?: Readonly<{ required: boolean; content: Content }>
  responses: Readonly<Record<string, Answer>>
}>
export type OpenApi = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: Readonly<{ schemas: Readonly<Record<string, JsonSchema>>; responses: Readonly<Record<string, Answer>> }>
}>

const KNOWN = new Set(
  '$ref type const enum properties required additionalProperties propertyNames items anyOf description default example'
    .concat(' format pattern minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems multipleOf')
    .split(' '),
)
const literal = (value: unknown): string => (typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value))
const property = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name))
const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')
const isUnion = ({ anyOf, enum: choices = [], type }: JsonSchema): boolean => anyOf !== undefined || choices.length > 1 || [type].flat().length > 1
const arrayOf = (items: JsonSchema): string => (isUnion(items) ? `(${typeOf(items)})[]` : `${typeOf(items)}[]`)

const block = (lines: readonly string[]): string => `{\n${lines.map((line) => line.replace(/^/gm, '  ')).join('\n')}\n}`

/** Fields by key; partial unless all keys are required. */
const dictionaryOf = ({ additionalProperties, propertyNames, required }: JsonSchema): string => {
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  const record = `Record<${propertyNames?.enum ? typeOf(propertyNames) : 'string'}, ${value}>`
  return propertyNames?.enum && !required ? `Partial<${record}>` : record
}

const objectOf = (schema: JsonSchema): string => {
  if (!schema.properties) return dictionaryOf(schema)
  return block(
    Object.entries(schema.properties).map(([name, field]) => {
      const type = typeOf(field)
      return schema.required?.includes(name) ? `${property(name)}: ${type}` : `${property(name)}?: ${type} | undefined`
    }),
  )
}

const plain = (type: string, schema: JsonSchema): string => {
  if (type === 'object') return objectOf(schema)
  if (type === 'array') return schema.items ? arrayOf(schema.items) : 'unknown[]'
  if (type === 'integer') return 'number'
  if (['string', 'number', 'boolean', 'null'].includes(type)) return type
  throw new Error(`A schema has a type that the client cannot tell: ${type}`)
}

/** The TypeScript type of a schema. @throws for a keyword that it would leave out */
const typeOf = (schema: JsonSchema): string => {
  for (const keyword of Object.keys(schema))
    if (!KNOWN.has(keyword)) throw new Error(`A schema has a keyword that the client cannot tell: ${keyword}`)
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.anyOf) return union(schema.anyOf.map(typeOf))
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  const types = [schema.type ?? []].flat()
  return types.length === 0 ? 'unknown' : union(types.map((type) => plain(type, schema)))
}

/** The input of a call: fields only if the call has any, optional if none is required. */
const inputOf = ({ parameters, requestBody }: Operation): string[] => {
  const given = (where: string) => parameters.filter((one) => one.in === where)
  const fields = (where: string): JsonSchema => ({
    properties: Object.fromEntries(given(where).map(({ name, schema }) => [name, schema])),
    required: given(where).flatMap(({ name, required }) => (required ? [name] : [])),
  })
  const body = requestBody?.content['application/json']
  const optional = (is: boolean) => (is ? '?' : '')
  return [
    ...(given('path').length > 0 ? [`path: ${objectOf(fields('path'))}`] : []),
    ...(given('query').length > 0 ? [`query${optional(given('query').every(({ required }) => !required))}: ${objectOf(fields('query'))}`] : []),
    ...(body ? [`body${optional(!requestBody?.required)}: ${typeOf(body.schema)}`] : []),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? ['idempotencyKey?: string | undefined'] : []),
    ...(parameters.some(({ name }) => name === 'If-Match') ? ['ifMatch?: string | undefined'] : []),
  ]
}

const reachedFrom = (starts: readonly unknown[], schemas: OpenApi['components']['schemas']): string[] => {
  const reached = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name)) continue
      reached.add(name)
      visit(schemas[name])
    }
  }
  starts.forEach(visit)
  return [...reached].sort()
}

const said = (text: string): string => `/** ${text.replace(/\.?$/, '.')} */\n`

/** The types of all calls that an API key may make, for the client's `calls.ts`. */
export const clientTypes = ({ paths, components }: OpenApi): string => {
  const calls = new Map<string, string[]>([
    ['get', []],
    ['post', []],
    ['put', []],
  ])
  const files: string[] = []
  const codes = new Set<string>()
  const used: unknown[] = []
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const scope = operation.security.find((one) => 'apiKey' in one)?.apiKey?.[0]
      if (scope === undefined) continue
      for (const answer of Object.values(operation.responses)) {
        const name = nameOf((answer as { $ref?: string }).$ref ?? '')
        for (const code of name.split('.').slice(1)) codes.add(code)
      }
      // Calls that send files are left out: the client's `upload`, written by hand, makes them.
      if (operation.requestBody && !('application/json' in operation.requestBody.content)) continue
      const [answer] = Object.values(operation.responses)
      const json = answer?.content?.['application/json']?.schema
      used.push(operation.requestBody ?? {}, json ?? {})
      const head = `${said(`${operation.summary}. ${scope === 'write' ? 'Takes a key that may change' : 'Takes any key'}`)}${literal(path.replace(/^\/api/, ''))}: `
      if (json) calls.get(method)?.push(head + block([...inputOf(operation), `answer: ${typeOf(json)}`]))
      else files.push(head + (inputOf(operation).length > 0 ? block(inputOf(operation)) : 'Record<never, never>'))
    }
  const named = reachedFrom([...used, { $ref: '#/components/schemas/UploadResult' }], components.schemas)
  return [
    '// Built from the published calls (scripts/build-client.ts); not to be changed by hand.\n',
    said('Why a call was refused'),
    `export type ErrorCode =\n${[...codes]
      .sort()
      .map((code) => `  | ${literal(code)}`)
      .join('\n')}\n`,
    ...named.map((name) => `\nexport type ${name} = ${typeOf(components.schemas[name] ?? {})}\n`),
    `\n${said('What each call takes and answers with, by its method and path')}`,
    `export type Calls = ${block([...calls].map(([method, lines]) => `${method}: ${block(lines)}`))}\n`,
    `\n${said('The calls that answer with a file')}`,
    `export type Files = ${block(files)}\n`,
  ].join('')
}
