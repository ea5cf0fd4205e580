import { describe, expect, test } from 'vitest'
import { scenario } from '../../scripts/testing/scenario.ts'
import { replay } from '../kernel/decider.ts'
import type { NetworkId, ProfileId } from '../kernel/ids.ts'
import { PLATFORM_ACCESS } from '../kernel/platform-access.ts'
import { type Methods, type MethodsInput, masked, PaymentProfileInput } from './contract.ts'
import { profileDecider } from './decider.ts'
import type { ProfileEvent } from './events.ts'
import { methodsFrom } from './methods.ts'

const given = scenario(profileDecider)
const profileId = 'profile' as ProfileId
const networkId = 'network' as NetworkId
const wire = { isEnabled: true, bankName: 'First Bank', accountName: 'Synod', routingNumber: '123123123', accountNumber: '000987654321' }
const check = { isEnabled: true, payableTo: 'Synod', mailingAddress: 'PO Box 12\nElmsworth, OR 97401' }
const input: MethodsInput = { Wire: wire, Zelle: { isEnabled: true, zelleContact: 'pay@example.org' } }
const created: Extract<ProfileEvent, { type: 'PaymentProfileCreated' }> = {
  type: 'PaymentProfileCreated',
  data: { profileId, networkId, name: 'Main', methods: methodsFrom(input) },
}
const change = (methods: MethodsInput, more: { name?: string } = {}) =>
  ({ type: 'ChangeProfile', profileId, name: 'Main', methods, ...more }) as const
const changed = (methods: MethodsInput, name = 'Main'): ProfileEvent => ({
  type: 'PaymentProfileChanged',
  data: { profileId, name, methods: methodsFrom(methods) },
})

describe('a payment profile', () => {
  test('is created with every method, missing ones off', () => {
    given().when({ type: 'CreateProfile', profileId, networkId, name: 'Main', methods: input }).then(created)
    expect(created.data.methods).toMatchObject({ ACH: { isEnabled: false, accountNumber: null }, Credit: { isEnabled: false } })
  })
  test('records each display of its full account numbers, which changes nothing else', () => {
    const look = { type: 'RevealProfile', profileId } as const
    const looked = { type: 'PaymentProfileRevealed', data: { profileId } } as const
    expect(profileDecider.decide(look, replay(profileDecider, [created, looked]))).toEqual([looked])
    given(created, looked).when(change(input)).then()
    given().when(look).refused('not-found')
  })
  test('accepts a new account after access to the old one was revoked, and ignores the old one from then on', () => {
    const connect = (accountId: string) => ({ type: 'ConnectAccount', profileId, accountId }) as const
    const connected = (accountId: string): ProfileEvent => ({ type: 'StripeAccountConnected', data: { profileId, accountId } })
    const ended = { chargesEnabled: false, debitsEnabled: false, wanted: [PLATFORM_ACCESS] }
    const lost: ProfileEvent = { type: 'StripeAccountChanged', data: { profileId, ...ended } }
    given(created, connected('a')).when(connect('b')).then()
    given(created, connected('a'), lost).when(connect('a')).then()
    given(created, connected('a'), lost).when(connect('b')).then(connected('b'))
    given(created, connected('a'), lost, connected('b'))
      .when({ type: 'NoteAccount', profileId, accountId: 'a', ...ended })
      .then()
  })
  test('that was never created cannot change', () => given().when(change(input)).refused('not-found'))
  test('records nothing if nothing changes', () => given(created).when(change(input)).then())
  test('from before a method existed has that method off', () => {
    const { Venmo: _, ...older } = created.data.methods
    const then = { ...created, data: { ...created.data, methods: older as Methods } }
    given(then).when(change(input)).then()
    expect(replay(profileDecider, [then])?.methods.Venmo).toEqual({ isEnabled: false, venmoHandle: null })
  })
  test('from before checks by mail existed has them off, and can turn them on', () => {
    const { Check: _, ...older } = created.data.methods
    const then = { ...created, data: { ...created.data, methods: older as Methods } }
    expect(replay(profileDecider, [then])?.methods.Check).toEqual({ isEnabled: false, payableTo: null, mailingAddress: null })
    given(then)
      .when(change({ ...input, Check: check }))
      .then(changed({ ...input, Check: check }))
    expect(masked(methodsFrom({ Check: check })).Check).toEqual(check)
  })
  test('changes its name', () =>
    given(created)
      .when(change(input, { name: 'Other' }))
      .then(changed(input, 'Other')))
  test('turns a method off', () => {
    const off = { ...input, Zelle: { isEnabled: false, zelleContact: 'pay@example.org' } }
    given(created).when(change(off)).then(changed(off))
  })

  test.each<[string, MethodsInput]>([
    ['account number', { ...input, Wire: { ...wire, accountNumber: '1' } }],
    ['bank', { ...input, Wire: { ...wire, bankName: 'Other' } }],
    ['recipient', { ...input, Wire: { ...wire, accountName: 'Thief' } }],
    ['Zelle contact', { ...input, Zelle: { isEnabled: true, zelleContact: 'thief@example.org' } }],
    ['Venmo handle', { ...input, Venmo: { isEnabled: true, venmoHandle: '@thief' } }],
    ['payee of checks', { ...input, Check: { ...check, payableTo: 'Thief' } }],
    ['mailing address', { ...input, Check: { ...check, mailingAddress: 'PO Box 9' } }],
  ])('accepts another %s', (_, methods) => given(created).when(change(methods)).then(changed(methods)))

  test('keeps the stored account number when the masked one comes back', () => {
    const back = { ...input, Wire: { ...wire, accountNumber: '****4321' } }
    given(created).when(change(back)).then()
    given(created)
      .when(change(back, { name: 'Other' }))
      .then(changed(input, 'Other'))
  })
  test('cannot start with a masked account number', () =>
    given()
      .when({ type: 'CreateProfile', profileId, networkId, name: 'Main', methods: { Wire: { ...wire, accountNumber: '****4321' } } })
      .refused('invalid'))
  test('shows account numbers masked', () => {
    const state = replay(profileDecider, [created]) ?? expect.fail('no profile')
    expect(JSON.stringify(masked(state.methods))).not.toContain('98765')
    expect(masked(state.methods).Wire.accountNumber).toBe('****4321')
  })
  test('shows only a part of a short account number', () => {
    const short = methodsFrom({ Wire: { ...wire, accountNumber: '1234' } })
    expect(masked(short).Wire.accountNumber).not.toContain('1234')
  })
})

describe('aliases', () => {
  test('recipientName is accountName, cashTag is cashappHandle: stored once, both returned', () => {
    const { accountName: _, ...rest } = wire
    const methods = methodsFrom({ Wire: { ...rest, recipientName: 'Synod' }, CashApp: { isEnabled: true, cashTag: '$synod' } })
    expect(methods.Wire).toMatchObject({ accountName: 'Synod', recipientName: 'Synod' })
    expect(methods.CashApp).toMatchObject({ cashappHandle: '$synod', cashTag: '$synod' })
  })
  test('a profile sent back with a new value under either name is changed', () => {
    const { methods } = replay(profileDecider, [created]) ?? expect.fail('no profile')
    for (const change of [{ accountName: 'Diocese' }, { recipientName: 'Diocese' }, { accountName: 'Diocese', recipientName: 'Parish' }]) {
      const { Wire } = methodsFrom({ ...methods, Wire: { ...methods?.Wire, isEnabled: true, ...change } }, methods ?? undefined)
      expect([Wire.accountName, Wire.recipientName]).toEqual(['Diocese', 'Diocese'])
    }
  })
  test('methods may be named in any letter case', () => {
    const { methods } = PaymentProfileInput.parse({ name: 'Main', methods: { wire, PAYPAL: { isEnabled: true, paypalUsername: 'synod' } } })
    expect(methods.Wire?.isEnabled).toBe(true)
    expect(methods.PayPal?.paypalUsername).toBe('synod')
  })
})

describe('validation of a profile', () => {
  const off = { isEnabled: true }
  const messages = (methods: unknown) => {
    const { error } = PaymentProfileInput.safeParse({ name: 'Main', methods })
    return error?.issues.map(({ message }) => message) ?? []
  }
  test.each<[string, unknown, string]>([
    ['no method', {}, 'Please select at least one payment method'],
    ['methods that are all off', { Wire: { ...wire, isEnabled: false } }, 'Please select at least one payment method'],
    ['an empty wire', { Wire: off }, 'All wire transfer fields are required when wire transfer is enabled'],
    ['a wire without bank, as a whole', { Wire: { ...wire, bankName: '' } }, 'All wire transfer fields are required when wire transfer is enabled'],
    ['an empty ACH', { ACH: off }, 'All ACH fields are required when ACH is enabled'],
    ['a wire without bank', { Wire: { ...wire, bankName: '' } }, 'Bank name is required'],
    ['a wire without recipient', { Wire: { ...wire, accountName: ' ' } }, 'Account name is required'],
    ['a short routing number', { Wire: { ...wire, routingNumber: '12312312' } }, 'Routing number must be at least 9 digits'],
    ['a routing number of letters', { ACH: { ...wire, routingNumber: 'abcdefghi' } }, 'Routing number must be at least 9 digits'],
    ['a wire without account number', { Wire: { ...wire, accountNumber: null } }, 'Account number is required'],
    ['Zelle without contact', { Zelle: off }, 'Zelle email or phone number is required when Zelle is enabled'],
    ['a Zelle contact that is half an e-mail', { Zelle: { ...off, zelleContact: 'ada@' } }, 'Valid email required for Zelle'],
    ['a Zelle contact of letters', { Zelle: { ...off, zelleContact: 'call me' } }, 'Valid phone number required for Zelle'],
    ['a Zelle contact of signs alone', { Zelle: { ...off, zelleContact: '+()' } }, 'Valid phone number required for Zelle'],
    ['a Zelle phone of one digit', { Zelle: { ...off, zelleContact: '1' } }, 'Valid phone number required for Zelle'],
    ['a Zelle phone of six digits', { Zelle: { ...off, zelleContact: '555-014' } }, 'Valid phone number required for Zelle'],
    ['a Zelle phone of more digits than any has', { Zelle: { ...off, zelleContact: '1'.repeat(16) } }, 'Valid phone number required for Zelle'],
    ['Venmo without handle', { Venmo: off }, 'Venmo handle is required when Venmo is enabled'],
    ['PayPal without username', { PayPal: off }, 'PayPal email is required when PayPal is enabled'],
    ['CashApp without handle', { CashApp: off }, 'CashApp handle is required when CashApp is enabled'],
    ['a check without payee', { Check: { ...check, payableTo: ' ' } }, 'Payable to is required'],
    ['a check without address', { Check: { ...check, mailingAddress: '\n' } }, 'Mailing address is required'],
    ['a payee as long as an address', { Check: { ...check, payableTo: 'x'.repeat(201) } }, 'Must be 200 characters or less'],
    ['an address that fits on no envelope', { Check: { ...check, mailingAddress: 'x'.repeat(501) } }, 'Must be 500 characters or less'],
  ])('refuses %s', (_, methods, message) => expect(messages(methods)).toContain(message))

  test.each(['(212) 555-0100', '+1 212 555 0100', '212-555-0100', '555-0142'])('accepts the Zelle phone %s', (zelleContact) =>
    expect(messages({ Zelle: { isEnabled: true, zelleContact } })).toEqual([]),
  )
  test('accepts an address of several lines', () => {
    const { methods } = PaymentProfileInput.parse({ name: 'Main', methods: { check: { ...check, mailingAddress: `${check.mailingAddress}\n` } } })
    expect(methods.Check).toEqual(check)
  })
  test('accepts a PayPal username that is no e-mail', () => expect(messages({ PayPal: { isEnabled: true, paypalUsername: 'synod' } })).toEqual([]))
})
