import { expect, test } from 'vitest'
import { noProfile, overTheirs } from './method-values.ts'

const wire = { isEnabled: true, bankName: 'First Bank', accountName: 'Synod', routingNumber: '123123123', accountNumber: '****6789' }
const withWire = (more: Partial<typeof wire> = {}) => ({ name: 'General', methods: { ...noProfile.methods, Wire: { ...wire, ...more } } })

test('clears an untouched masked number if someone else has changed its method', () => {
  const before = withWire()
  expect(overTheirs(withWire({ bankName: 'Mine' }), before, before).methods.Wire.accountNumber).toBe('****6789')
  for (const theirs of [withWire({ accountNumber: '****1111' }), withWire({ routingNumber: '321321321' })]) {
    expect(overTheirs(withWire({ bankName: 'Mine' }), before, theirs).methods.Wire).toEqual({ ...wire, bankName: 'Mine', accountNumber: '' })
    expect(overTheirs(withWire({ accountNumber: '000987654321' }), before, theirs).methods.Wire.accountNumber).toBe('000987654321')
  }
})
