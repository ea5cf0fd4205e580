import { expect, test } from 'vitest'
import type { MemberLedger } from '../../../modules/payors/contract.ts'
import { isForgotten, valuesOf } from '../../domain/payor/member-values.ts'
import { fieldsOf } from './member-fields.ts'

const ruth = {
  kind: 'individual',
  firstName: 'Ruth',
  lastName: 'Bell',
  name: 'Ruth Bell',
  email: null,
  phone: '+1 503 555 0142',
  dob: '1980-02-29T00:00:00.000Z',
  gender: null,
  memberSince: null,
  contactName: null,
  congregation: null,
} as MemberLedger

const problems = (kind: 'individual' | 'congregation', values: object) =>
  fieldsOf(kind)
    .safeParse(values)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

test('saves the values that the form shows', () => {
  const values = valuesOf(ruth)
  expect(values).toEqual({
    firstName: 'Ruth',
    lastName: 'Bell',
    email: '',
    phone: '+1 503 555 0142',
    memberSince: '',
    dob: '1980-02-29',
    gender: '',
    congregationId: '',
  })
  expect(fieldsOf('individual').parse(values)).toEqual(values)
})

test('requires names and valid addresses, with a message for each', () => {
  expect(problems('individual', { ...valuesOf(ruth), firstName: ' ', lastName: '', email: 'ruth', phone: '12', dob: '1980-02-30' })).toEqual([
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['email', 'Invalid email address'],
    ['phone', 'Please enter a valid phone number'],
    ['dob', 'Please enter a date'],
  ])
  expect(problems('congregation', { name: '', contactName: 'x'.repeat(101) })).toEqual([
    ['name', 'Name is required'],
    ['contactName', 'Contact must be 100 characters or less'],
  ])
})

test('recognizes a forgotten member', () => {
  expect(isForgotten(ruth)).toBe(false)
  expect(isForgotten({ kind: 'individual', firstName: null, name: 'Forgotten member' })).toBe(true)
  expect(isForgotten({ kind: 'congregation', firstName: null, name: 'Grace Chapel' })).toBe(false)
  expect(isForgotten({ kind: 'congregation', firstName: null, name: 'Forgotten member' })).toBe(true)
})
