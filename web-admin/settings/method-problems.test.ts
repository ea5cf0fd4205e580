import { expect, test } from 'vitest'
import { noProfile, profileSchema } from './method-values.ts'

const problems = (methods: Partial<(typeof noProfile)['methods']>, editing = false, name = 'General Fund') => {
  const result = profileSchema(editing).safeParse({ name, methods: { ...noProfile.methods, ...methods } })
  return result.success ? {} : Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message]))
}
const wire = { isEnabled: true, bankName: 'First', accountName: 'Grace', routingNumber: '021000021', accountNumber: '****6789' }

test('requires a name and a method', () => {
  expect(problems({}, false, ' ')).toEqual({ name: 'Profile name is required', methods: 'Please select at least one payment method' })
  expect(problems({ Credit: { isEnabled: true } })).toEqual({})
})

const accountFields = {
  bankName: 'Bank name is required',
  accountName: 'Account name is required',
  routingNumber: 'Routing number must be at least 9 digits',
  accountNumber: 'Account number is required',
}
const on = (method: 'Wire' | 'ACH') => Object.fromEntries(Object.entries(accountFields).map(([field, text]) => [`methods.${method}.${field}`, text]))
const empty = { isEnabled: true, bankName: '', accountName: '', routingNumber: '', accountNumber: '' }

test('marks each invalid field, and a method with missing fields; names the method while editing', () => {
  expect(problems({ Wire: empty, ACH: empty })).toEqual({
    'methods.Wire': 'All wire transfer fields are required',
    ...on('Wire'),
    'methods.ACH': 'All ACH fields are required',
    ...on('ACH'),
  })
  expect(problems({ Wire: { ...wire, bankName: '' } }, true)).toEqual({
    'methods.Wire': 'Wire: All wire transfer fields are required',
    'methods.Wire.bankName': 'Bank name is required',
  })
  expect(problems({ Wire: wire })).toEqual({})
  expect(problems({ Wire: { ...wire, routingNumber: '12' } })).toEqual({ 'methods.Wire.routingNumber': 'Routing number must be at least 9 digits' })
  expect(problems({ Wire: { ...wire, routingNumber: '12' } }, true)).toEqual({
    'methods.Wire.routingNumber': 'Wire: Routing number must be at least 9 digits',
  })
  expect(problems({ Zelle: { isEnabled: true, zelleContact: '' } })).toEqual({
    'methods.Zelle.zelleContact': 'Zelle email or phone number is required',
  })
  expect(problems({ Zelle: { isEnabled: true, zelleContact: '1' } })).toEqual({
    'methods.Zelle.zelleContact': 'Valid phone number required for Zelle',
  })
  expect(problems({ PayPal: { isEnabled: true, paypalUsername: '' } }, true)).toEqual({
    'methods.PayPal.paypalUsername': 'PayPal: PayPal username is required',
  })
  expect(problems({ Venmo: { isEnabled: true, venmoHandle: '' } })).toEqual({ 'methods.Venmo.venmoHandle': 'Venmo handle is required' })
  expect(problems({ CashApp: { isEnabled: true, cashappHandle: '' } })).toEqual({ 'methods.CashApp.cashappHandle': 'CashApp handle is required' })
  expect(problems({ Check: { isEnabled: true, payableTo: '', mailingAddress: ' \n' } })).toEqual({
    'methods.Check.payableTo': 'Payable to is required',
    'methods.Check.mailingAddress': 'Mailing address is required',
  })
  expect(problems({ Venmo: { isEnabled: false, venmoHandle: '' }, Credit: { isEnabled: true } })).toEqual({})
})
