import { eachField, fieldValue, methodNames } from '../kernel/payment-methods.ts'
import type { Methods, MethodsInput } from './contract.ts'

const MASK = '****'

/**
 * The methods of a request, whole: a method left out is off, and a masked number that comes back from a form keeps the stored one (R44,
 * R46). What an older event carries becomes whole in the same way.
 */
export const methodsFrom = (input: MethodsInput, stored?: Methods): Methods =>
  Object.fromEntries(
    methodNames.map((name) => {
      const fields = eachField(name, (key, field) => {
        const value = fieldValue(input[name], key, field)
        return field.masked && value?.startsWith(MASK) ? fieldValue(stored?.[name], key, field) : value
      })
      return [name, { isEnabled: input[name]?.isEnabled ?? false, ...fields }]
    }),
  ) as Methods
