import { eachField, fieldValue, isMasked, type MethodField, methodNames } from '../kernel/payment-methods.ts'
import type { Methods, MethodsInput } from './contract.ts'

/**
 * A request's value for a field. If a field with two names has two values, the one that differs from the stored value
 * counts: a client may change either of them in an answer and send it back (R37).
 */
const given = (input: object | undefined, stored: object | undefined, key: string, field: MethodField): string | null => {
  const value = fieldValue(input, key, field)
  const byAlias = field.alias ? fieldValue(input, field.alias, {}) : null
  return byAlias && value === fieldValue(stored, key, field) ? byAlias : value
}

/**
 * A request's methods, completed: a missing method is off, and a masked number from a form keeps the stored one (R37,
 * R38). Older events are completed in the same way.
 */
export const methodsFrom = (input: MethodsInput, stored?: Methods): Methods =>
  Object.fromEntries(
    methodNames.map((name) => {
      const fields = eachField(name, (key, field) => {
        const value = given(input[name], stored?.[name], key, field)
        return field.masked && isMasked(value) ? fieldValue(stored?.[name], key, field) : value
      })
      return [name, { isEnabled: input[name]?.isEnabled ?? false, ...fields }]
    }),
  ) as Methods
