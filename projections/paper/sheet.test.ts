import { expect, test } from 'vitest'
import type { Language } from '../../modules/kernel/language.ts'
import { sheetOf } from './sheet.ts'

const sheet = (daysLeft: number, language: Language, { bill = {}, shown = {} } = {}) =>
  sheetOf({
    row: {
      ...{
        id: 'b',
        code: 'RUTHBELL',
        networkName: 'Synod',
        programName: 'Dues',
        payorName: 'Ruth Bell',
        kind: 'individual',
        programStatus: 'Active',
      },
      ...{ status: daysLeft < 0 ? 'Overdue' : 'Unpaid', amount: 10_000, balance: 10_000, collected: 0, adjusted: 0, credited: 0, daysLeft },
      ...{ createdAt: '2026-03-01T12:00:00.000Z', dueDate: '2026-03-31', period: '2026-03-31', timeZone: 'UTC', language },
      ...bill,
    } as never,
    shown: { status: 'Unpaid', paymentProfile: null, ...shown } as never,
    payments: [],
    contact: { name: null, email: null, phone: null, address: null },
    payUrl: 'https://vestry.test/pay/b',
  })

test('a bill on paper has the day since which it is overdue (R70)', () => {
  expect(sheet(0, 'en').open).toEqual({ label: 'Open, due Mar 31, 2026', value: '$100.00' })
  expect(sheet(-1, 'en').open?.label).toBe('Open, overdue since Mar 31, 2026')
  expect(sheet(-1, 'es').open?.label).toBe('Pendiente, vencida desde el 31 mar 2026')
})

const parts = ['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'].map((dueDate) => ({ amount: 2_500, dueDate }))
const planned = { balance: 7_500, collected: 2_500, plan: { planId: 'p', chosenBy: 'payor', parts } }

test('a bill with a plan has its next part, with the day and the amount, below the balance and on the slip (R138)', () => {
  const { open, next, facts, slip } = sheet(30, 'en', { bill: planned })
  expect(open).toEqual({ label: 'Open', value: '$75.00' })
  expect(next).toEqual({ label: 'Next payment, due Apr 30, 2026', value: '$25.00' })
  expect(facts).toContainEqual({ label: 'Due', value: 'Apr 30, 2026' })
  expect(slip?.rows.at(-1)).toEqual({ label: 'Next payment', value: '$25.00' })
  expect(sheet(-1, 'es', { bill: planned }).next).toEqual({ label: 'Próximo pago, vencido desde el 30 abr 2026', value: '$25.00' })
  expect(sheet(30, 'en')).not.toHaveProperty('next')
})

test('a claimed part of a plan has its amount on paper, which asks for nothing (R139)', () => {
  const shown = { status: 'PendingConfirmation', isClaimed: true, claimed: { method: 'zelle', on: '2026-03-30', amount: 25 } }
  const { note, next, open } = sheet(30, 'en', { bill: planned, shown })
  expect(note).toContain('You told us that you sent $25.00.')
  expect(open).toEqual({ label: 'Open', value: '$75.00' })
  expect(next).toBeUndefined()
})
