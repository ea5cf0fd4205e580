import { expect, test } from 'vitest'
import type { Language } from '../../modules/kernel/language.ts'
import { sheetOf } from './sheet.ts'

const sheet = (daysLeft: number, language: Language) =>
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
    } as never,
    shown: { status: 'Unpaid', paymentProfile: null } as never,
    payments: [],
    contact: { name: null, email: null, phone: null, address: null },
    payUrl: 'https://vestry.test/pay/b',
  })

test('a bill on paper has the day since which it is overdue (R70)', () => {
  expect(sheet(0, 'en').open).toEqual({ label: 'Open, due Mar 31, 2026', value: '$100.00' })
  expect(sheet(-1, 'en').open?.label).toBe('Open, overdue since Mar 31, 2026')
  expect(sheet(-1, 'es').open?.label).toBe('Pendiente, vencida desde el 31 mar 2026')
})
