import { expect, test } from 'vitest'
import { changesOf } from './history-words.ts'

const state = (status: string, amount: number, balance: number) => ({ status, amount, balance })

test.each([
  ['a bill that is issued', null, state('Unpaid', 250, 250), { from: null, to: 'Unpaid, $250.00' }],
  ['another amount', state('Unpaid', 250, 250), state('Unpaid', 180, 180), { from: '$250.00', to: '$180.00' }],
  ['a part paid', state('Unpaid', 180, 180), state('Partial', 180, 100), { from: 'Unpaid', to: 'Partial, $100.00 open' }],
  ['another part paid', state('Partial', 180, 100), state('Partial', 180, 40), { from: '$100.00 open', to: '$40.00 open' }],
  ['a claim', state('Partial', 180, 100), state('PendingConfirmation', 180, 100), { from: 'Partial', to: 'Pending Confirmation' }],
  ['paid in full', state('Partial', 180, 100), state('Paid', 180, 0), { from: 'Partial', to: 'Paid' }],
  ['nothing that a reader sees', state('PendingConfirmation', 180, 100), state('PendingConfirmation', 180, 100), null],
])('describes a change of the bill: %s', (_, before, after, change) => {
  expect(changesOf({ before, after })).toEqual(change ? [{ what: null, ...change }] : [])
})

test('lists the changed fields of a program, a profile, a network and a payor, before and after', () => {
  const program = { status: 'Draft', name: 'Dues', description: null, frequency: 'OneTime', type: 'Uniform', amount: 100, dueDate: '2026-03-31' }
  expect(changesOf({ before: program, after: { ...program, amount: 120, dueDate: '2026-04-30', frequency: 'Biannual' } })).toEqual([
    { what: 'Frequency', from: 'One-Time', to: 'Bi-Annual' },
    { what: 'Amount', from: '$100.00', to: '$120.00' },
    { what: 'Due date', from: 'Mar 31, 2026', to: 'Apr 30, 2026' },
  ])
  const profile = { name: 'Main', methods: { Zelle: { isEnabled: false, zelleContact: null }, ACH: { isEnabled: true, accountNumber: '****6789' } } }
  expect(
    changesOf({
      before: profile,
      after: {
        ...profile,
        methods: {
          Zelle: { isEnabled: true, zelleContact: 'me@example.org' },
          ACH: { isEnabled: true, accountNumber: '****1111' },
          Check: { isEnabled: false, payableTo: null, mailingAddress: 'PO Box 12\nElmsworth, OR 97401' },
        },
      },
    }),
  ).toEqual([
    { what: 'ACH, Account Number', from: '****6789', to: '****1111' },
    { what: 'Zelle', from: 'not offered', to: 'offered' },
    { what: 'Zelle Email or Phone Number', from: null, to: 'me@example.org' },
    { what: 'Check', from: null, to: 'not offered' },
    { what: 'Check, Mailing Address', from: null, to: 'PO Box 12, Elmsworth, OR 97401' },
  ])
  const network = { name: 'Synod', timeZone: 'America/New_York', reminderDays: [-7, 0], secondFactor: false, embedOrigins: ['https://a.example'] }
  expect(changesOf({ before: network, after: { ...network, reminderDays: [], secondFactor: true, embedOrigins: [] } })).toEqual([
    { what: 'Websites', from: 'https://a.example', to: null },
    { what: 'Reminders', from: '7 days before and on the due date', to: null },
    { what: 'Second factor', from: 'not required', to: 'required for Admins' },
  ])
  const payor = { kind: 'individual', firstName: 'Ruth', lastName: 'Berg', name: 'Ruth Berg', email: null, phone: null }
  expect(changesOf({ before: payor, after: { ...payor, lastName: 'Hall', name: 'Ruth Hall', phone: '555' } })).toEqual([
    { what: 'Name', from: 'Ruth Berg', to: 'Ruth Hall' },
    { what: 'Phone', from: null, to: '555' },
  ])
  expect(changesOf({ before: null, after: network }).map(({ what }) => what)).toEqual(['Name', 'Time zone', 'Websites', 'Reminders'])
})
