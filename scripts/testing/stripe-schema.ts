import { join } from 'node:path'
import { getLibFiles, ts } from '@ts-morph/common'

type Schema = Readonly<Record<string, unknown>>
type ObjectSchema = { type: 'object'; properties: Record<string, Schema>; required: string[]; additionalProperties: boolean | Schema }

const { TypeFlags } = ts
const ANY: Schema = {}
const FOLDER = import.meta.dirname
const FILE = join(FOLDER, 'types-of-stripe.ts')

/**
 * A TypeScript program of one source file, which names the types. The file and the compiler's own libraries are held in
 * memory.
 */
const programOf = (source: string): ts.Program => {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  }
  const inMemory = new Map([[FILE, source], ...getLibFiles().map(({ fileName, text }) => [join(FOLDER, fileName), text] as const)])
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.getDefaultLibLocation = () => FOLDER
  host.getDefaultLibFileName = () => join(FOLDER, ts.getDefaultLibFileName(options))
  host.fileExists = (file) => inMemory.has(file) || fileExists(file)
  host.readFile = (file) => inMemory.get(file) ?? readFile(file)
  host.getSourceFile = (file, ...more) => {
    const text = inMemory.get(file)
    return text === undefined ? getSourceFile(file, ...more) : ts.createSourceFile(file, text, more[0])
  }
  return ts.createProgram([FILE], options, host)
}

/**
 * A strict JSON Schema of the SDK's exported types, from its .d.ts: no undeclared properties, and closed enumerations,
 * even if the declaration leaves them open for later versions. `expanded`: a reference may be the object instead of its
 * id.
 */
export const schemaOfStripe = (types: Readonly<Record<string, string>>, { expanded = false } = {}) => {
  const aliases = Object.entries(types).map(([name, type]) => `export type ${name} = ${type}`)
  const program = programOf(["import type Stripe from 'stripe'", ...aliases].join('\n'))
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(FILE)
  if (!file) throw new Error('the types were not read')
  const [problem] = program.getSemanticDiagnostics(file)
  if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'))
  const $defs: Record<string, ObjectSchema> = {}
  const names = new Map<ts.Type, string>()

  const has = (type: ts.Type, flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0
  const isAbsent = (type: ts.Type): boolean => has(type, TypeFlags.Undefined | TypeFlags.Void)
  const isResource = (type: ts.Type): boolean =>
    has(type, TypeFlags.Object) && (type.getProperty('object') ?? type.getProperty('deleted')) !== undefined

  const ofUnion = (type: ts.UnionType): Schema | null => {
    let parts = type.types.filter((part) => !isAbsent(part))
    if (parts.length === 0) return null
    if (!expanded && parts.some((part) => has(part, TypeFlags.String))) parts = parts.filter((part) => !isResource(part))
    // `string & {}` is how the SDK leaves an enumeration open.
    if (parts.some((part) => part.isStringLiteral())) parts = parts.filter((part) => !part.isIntersection())
    const literals = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
    const booleans = parts.filter((part) => has(part, TypeFlags.BooleanLiteral))
    const others = parts.filter((part) => !part.isStringLiteral() && !(booleans.length === 2 && booleans.includes(part)))
    const any: Schema[] = [
      ...(literals.length > 0 ? [{ enum: literals }] : []),
      ...(booleans.length === 2 ? [{ type: 'boolean' }] : []),
      ...others.map(schemaOf).filter((schema) => schema !== null),
    ]
    return any.length === 1 && any[0] ? any[0] : { anyOf: any }
  }

  const ofObject = (type: ts.Type): Schema => {
    const known = names.get(type)
    if (known) return { $ref: `#/$defs/${known}` }
    const name = `${type.symbol?.name ?? 'Type'}_${names.size}`
    names.set(type, name)
    const index = type.getStringIndexType()
    const schema: ObjectSchema = { type: 'object', properties: {}, required: [], additionalProperties: index ? (schemaOf(index) ?? ANY) : false }
    $defs[name] = schema
    for (const property of type.getProperties()) {
      const value = checker.getTypeOfSymbolAtLocation(property, file)
      const of = value.getCallSignatures().length > 0 ? null : schemaOf(value)
      if (!of) continue
      schema.properties[property.name] = of
      if ((property.flags & ts.SymbolFlags.Optional) === 0) schema.required.push(property.name)
    }
    return { $ref: `#/$defs/${name}` }
  }

  /** Null for a property that is always absent. */
  const schemaOf = (type: ts.Type): Schema | null => {
    if (has(type, TypeFlags.Any | TypeFlags.Unknown)) return ANY
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (has(type, TypeFlags.BooleanLiteral)) return { const: checker.typeToString(type) === 'true' }
    if (has(type, TypeFlags.Boolean)) return { type: 'boolean' }
    if (has(type, TypeFlags.String)) return { type: 'string' }
    if (has(type, TypeFlags.Number)) return { type: 'number' }
    if (has(type, TypeFlags.Null)) return { type: 'null' }
    if (isAbsent(type)) return null
    if (type.isUnion()) return ofUnion(type)
    if (type.isIntersection())
      return type.getProperties().length > 0 && !type.types.some((part) => has(part, TypeFlags.String)) ? ofObject(type) : { type: 'string' }
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference)
      return { type: 'array', items: (item && schemaOf(item)) ?? ANY }
    }
    return checker.typeToString(type) === 'Decimal' ? { type: 'string' } : ofObject(type)
  }

  const roots = file.statements.filter(ts.isTypeAliasDeclaration).map((alias) => [alias.name.text, schemaOf(checker.getTypeAtLocation(alias)) ?? ANY])
  return { roots: Object.fromEntries(roots) as Record<string, Schema>, $defs }
}
