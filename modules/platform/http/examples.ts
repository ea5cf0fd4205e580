/** A JSON schema of the published document, with the few keywords that the contracts produce. */
export type JsonSchema = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  pattern?: string
  description?: string
  /** The example of the field's contract: `.meta({ example })`. */
  example?: unknown
}>

/**
 * Examples of fields that many contracts have, by name (`email`) or, for ambiguous names, with the parent's
 * (`program.name`).
 */
export type FieldExamples = Readonly<Record<string, unknown>>

/** Resolves a reference to its name and schema. */
export const referred = (schemas: Readonly<Record<string, JsonSchema>>, ref: string): [name: string, schema: JsonSchema] => {
  const name = ref.split('/').at(-1) ?? ref
  return [name, schemas[name] ?? {}]
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** True if an example fits the schema; the fields of objects are not checked. */
const fits = (schema: JsonSchema, value: unknown): boolean => {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.some((choice) => fits(choice, value))
  if (schema.$ref) return typeOf(value) === 'object'
  if (schema.const !== undefined) return value === schema.const
  if (schema.enum) return schema.enum.includes(value)
  if (schema.pattern && typeof value === 'string' && !new RegExp(schema.pattern).test(value)) return false
  if (schema.items && Array.isArray(value)) return value.every((item) => fits(schema.items as JsonSchema, item))
  const types = [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type))
  return types.length === 0 || types.includes(typeOf(value))
}

/**
 * Composes examples of schemas from their fields' examples; an example in the field's own contract takes precedence.
 * `missing` is called for each field without one, which stays empty.
 */
export const exampleMaker = (schemas: Readonly<Record<string, JsonSchema>>, fields: FieldExamples, missing: (field: string) => void) => {
  const objectOf = (schema: JsonSchema, within: string): Record<string, unknown> =>
    Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, fieldOf(property, within, name)]))

  const fieldOf = (schema: JsonSchema, within: string, name: string): unknown => {
    if (schema.example !== undefined) return schema.example
    for (const key of [`${within}.${name}`, name]) if (key in fields && fits(schema, fields[key])) return fields[key]
    return made(schema, within, name)
  }

  const made = (schema: JsonSchema, within: string, name: string): unknown => {
    if (schema.$ref) {
      const [component, referredTo] = referred(schemas, schema.$ref)
      return made(referredTo, component, component)
    }
    const [choice] = schema.anyOf ?? schema.oneOf ?? []
    if (choice) return made(choice, within, name)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    if (schema.properties) return objectOf(schema, name)
    if (schema.items) return [fieldOf(schema.items, within, name)]
    return plain(schema, within, name)
  }

  const plain = ({ type }: JsonSchema, within: string, name: string): unknown => {
    const [first] = typeof type === 'string' ? [type] : (type ?? [])
    if (first === 'boolean') return false
    if (first === 'object') return {}
    missing(`${within}.${name}`)
    return first === 'string' ? '' : first === undefined ? null : 0
  }

  /** `within`: the name of the parent for the schema's own fields. */
  return (schema: JsonSchema, within: string): unknown => made(schema, within, within)
}
