import { Ajv2020 } from 'ajv/dist/2020.js'

/** What a value has that its schema in an OpenAPI document does not allow; empty when it fits. */
export const misfitsOf = ({ components }: { components: object }) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'openapi', components })
  return (schema: object, value: unknown): string => {
    const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as object)
    return check(value) ? '' : `${ajv.errorsText(check.errors)} ${JSON.stringify(value).slice(0, 300)}`
  }
}
