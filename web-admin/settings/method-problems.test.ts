import { expect, test } from 'vitest'
import { profileSchema } from './method-problems.ts'
import { noProfile } from './method-values.ts'

const problems = (methods: Partial<(typeof noProfile)['methods']>, editing = false, name = 'General Fund') => {
  const result = profileSchema(editing).safeParse({ name, methods: { ...noProfile.methods, ...methods } })
  return result.success ? {} : Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message]))
}
const wire = { isEnabled: true, bankName: 'First', accountName: 'Grace', routingNumber: '021000021', accountNumber: '****6789' }

test('a profile has a name and a method', () => {
  expect(problems({}, false, ' ')).toEqual({ name: 'Profile name is required', methods: 'Please select at least one payment method' })
  expect(problems({ Credit: { isEnabled: true } })).toEqual({})
})

test('an enabled method lacks nothing; edit names the method', () => {
  expect(problems({ Wire: { ...wire, bankName: '' } })).toEqual({ 'methods.Wire': 'All wire transfer fields are required' })
  expect(problems({ Wire: wire })).toEqual({})
  expect(problems({ Wire: { ...wire, routingNumber: '12' } })).toEqual({ 'methods.Wire': 'Routing number must be at least 9 digits' })
  expect(problems({ Zelle: { isEnabled: true, zelleContact: '' } })).toEqual({ 'methods.Zelle': 'Zelle email or phone number is required' })
  expect(problems({ PayPal: { isEnabled: true, paypalUsername: '' } }, true)).toEqual({ 'methods.PayPal': 'PayPal: PayPal username is required' })
  expect(problems({ Venmo: { isEnabled: true, venmoHandle: '' } })).toEqual({ 'methods.Venmo': 'Venmo handle is required' })
  expect(problems({ CashApp: { isEnabled: true, cashappHandle: '' } })).toEqual({ 'methods.CashApp': 'CashApp handle is required' })
})
