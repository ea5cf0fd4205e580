import { expect, test } from 'vitest'
import { changeOf } from './history-words.ts'

const state = (status: string, amount: number, balance: number) => ({ status, amount, balance })

test.each([
  ['a bill that is issued', null, state('Unpaid', 250, 250), { from: null, to: 'Unpaid, $250.00' }],
  ['another amount', state('Unpaid', 250, 250), state('Unpaid', 180, 180), { from: '$250.00', to: '$180.00' }],
  ['a part paid', state('Unpaid', 180, 180), state('Partial', 180, 100), { from: 'Unpaid', to: 'Partial, $100.00 open' }],
  ['another part paid', state('Partial', 180, 100), state('Partial', 180, 40), { from: '$100.00 open', to: '$40.00 open' }],
  ['a claim', state('Partial', 180, 100), state('PendingConfirmation', 180, 100), { from: 'Partial', to: 'Pending Confirmation' }],
  ['paid in full', state('Partial', 180, 100), state('Paid', 180, 0), { from: 'Partial', to: 'Paid' }],
  ['nothing that a reader sees', state('PendingConfirmation', 180, 100), state('PendingConfirmation', 180, 100), null],
])('the change of %s', (_, before, after, change) => {
  expect(changeOf({ before, after })).toEqual(change)
})
