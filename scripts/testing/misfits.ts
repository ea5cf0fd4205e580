import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The errors of a value against its schema in an OpenAPI document; empty if it fits. */
export const misfitsOf = ({ components }: { components: object }) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'openapi', components })
  const checks = new Map<object, ValidateFunction>()
  const checkOf = (schema: object): ValidateFunction => {
    const check = checks.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as object)
    checks.set(schema, check)
    return check
  }
  return (schema: object, value: unknown): string => {
    const check = checkOf(schema)
    return check(value) ? '' : `${ajv.errorsText(check.errors)} ${JSON.stringify(value).slice(0, 300)}`
  }
}
