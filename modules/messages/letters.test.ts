import { describe, expect, test } from 'vitest'
import type { Instant, LocalDate } from '../kernel/dates.ts'
import type { BillId, MemberId, MessageId, NetworkId, PaymentId } from '../kernel/ids.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import type { PendingMail } from './contract.ts'
import { letterOf } from './letters.ts'

const links = {
  pay: (bill: BillId) => `https://vestry.test/pay/${bill}`,
  assessments: () => 'https://vestry.test/my-assessments',
  unsubscribe: () => 'https://vestry.test/reminders/x',
  proof: (_: NetworkId, payment: PaymentId) => `https://vestry.test/proof/${payment}`,
  opened: () => 'https://vestry.test/opened',
  clicked: (_: MessageId, bill: BillId) => `https://vestry.test/clicked/${bill}`,
}

const bill = (id: string, more: Partial<PendingMail['bills'][number]> = {}): PendingMail['bills'][number] => ({
  id: id as BillId,
  code: `CODE${id}`,
  programName: `Dues ${id}`,
  programDescription: null,
  open: true,
  active: true,
  amount: 90_000,
  balance: 90_000,
  dueDate: '2026-03-31' as LocalDate,
  methods: ['Zelle'],
  ...more,
})

const mail = (purpose: PendingMail['purpose'], bills: PendingMail['bills'], more: Partial<PendingMail> = {}): PendingMail => ({
  id: '0197c7a0-0000-7000-8000-000000000001' as MessageId,
  position: 1n,
  queuedAt: '2026-03-31T14:00:00.000Z' as Instant,
  networkId: '0197c7a0-0000-7000-8000-000000000002' as NetworkId,
  runId: null,
  purpose,
  payorId: '0197c7a0-0000-7000-8000-000000000003' as MemberId,
  payorName: 'Ruth Bell',
  salutation: 'Ruth',
  email: 'ruth@example.org',
  sender: 'Synod',
  networkName: 'Synod',
  language: 'en',
  trackMail: false,
  today: '2026-03-31' as LocalDate,
  note: null,
  payment: null,
  bills,
  ...more,
})

const rendered = (pending: PendingMail, hasAccount = false) => {
  const letter = letterOf(pending, links, { hasAccount })
  if (!letter) throw new Error('Nothing is left to say')
  return renderLetter(letter)
}
const addresses = (html: string) =>
  [...html.matchAll(/href="https:\/\/vestry\.test\/(pay|clicked|my-assessments)([^"]*)"/g)].map(([, page, id]) => `${page}${id}`)

test('a bill names the ways to pay by hand, a mailed check among them', () => {
  const bills = [bill('a', { methods: ['Zelle', 'Check'] })]
  expect(rendered(mail('bill', bills)).text).toContain('You can pay by Zelle or by check; if you have paid already')
  expect(rendered(mail('bill', bills, { language: 'es' })).text).toContain('Puede pagar por Zelle o con cheque; si ya ha pagado')
})

describe('a digest of several bills', () => {
  const four = [
    bill('a', { dueDate: '2026-03-01' as LocalDate }),
    bill('b', { balance: 60_000 }),
    bill('c', { amount: 5_000, balance: 5_000, dueDate: '2026-04-07' as LocalDate }),
    bill('d', { amount: 1, balance: 1 }),
    bill('settled', { open: false }),
  ]

  test('leads to each of them by a link of its own, and to no first one', () => {
    const { html, text, subject } = rendered(mail('reminder', four))
    expect(subject).toBe('Reminder: $1,550.01 in 4 bills')
    expect(addresses(html)).toEqual(['pay/a', 'pay/b', 'pay/c', 'pay/d'])
    expect(html).not.toContain('class="button"')
    expect(html).toContain('aria-label="View and pay: Dues b"')
    for (const line of [
      'Dues a: $900.00, overdue since Mar 1, 2026\nView and pay: https://vestry.test/pay/a',
      'Dues b: $600.00, due today · $900.00 total, $300.00 paid, $600.00 open\nView and pay: https://vestry.test/pay/b',
      'Dues c: $50.00, due Apr 7, 2026\nView and pay: https://vestry.test/pay/c',
      'Dues d: $0.01, due today\nView and pay: https://vestry.test/pay/d',
    ])
      expect(text).toContain(line)
    expect(text).not.toContain('settled')
  })

  test('leads to all of them at once where somebody signs in with the address', () => {
    const { html, text } = rendered(mail('reminder', four), true)
    expect(html).toMatch(/class="button"[^>]*href="https:\/\/vestry\.test\/my-assessments">See all of them</)
    expect(text).toContain('See all of them: https://vestry.test/my-assessments')
    expect(addresses(rendered(mail('reminder', four, { trackMail: true })).html)).toEqual(['clicked/a', 'clicked/b', 'clicked/c', 'clicked/d'])
  })

  test('is Spanish where the network is', () => {
    const { text } = rendered(mail('reminder', four, { language: 'es' }), true)
    expect(text).toContain(
      'Dues b: $600.00, vence hoy · $900.00 en total, $300.00 pagados, $600.00 pendientes\nVer y pagar: https://vestry.test/pay/b',
    )
    expect(text).toContain('Ver todas: https://vestry.test/my-assessments')
  })

  test('with one bill left it is a reminder of that one, with its button', () => {
    const { html } = rendered(mail('reminder', [bill('a', { open: false }), bill('b')]), true)
    expect(html).toMatch(/class="button"[^>]*href="https:\/\/vestry\.test\/pay\/b">View and pay</)
    expect(html).not.toContain('my-assessments')
  })
})

describe('what is total, paid and open of a bill', () => {
  const partly = [bill('a', { balance: 60_000 })]
  const payment = {
    id: '0197c7a0-0000-7000-8000-000000000009' as PaymentId,
    amount: 30_000,
    method: 'check',
    at: '2026-03-31T14:00:00.000Z' as Instant,
  }

  test.each([
    ['bill', '$600.00\nDue Mar 31, 2026\n$900.00 total, $300.00 paid, $600.00 open'],
    ['reminder', '$600.00\ndue today\n$900.00 total, $300.00 paid, $600.00 open'],
    ['receipt', '$900.00 total, $300.00 paid, $600.00 open, due Mar 31, 2026.'],
    ['claim-not-received', '$900.00 total, $300.00 paid, $600.00 open, due Mar 31, 2026.'],
  ] as const)('stands in a %s, and adds up', (purpose, said) => {
    const { text, html } = rendered(mail(purpose, partly, { payment }))
    expect(text).toContain(said)
    expect(html).toContain('$900.00 total, $300.00 paid, $600.00 open')
    expect(rendered(mail(purpose, partly, { payment, language: 'es' })).text).toContain('$900.00 en total, $300.00 pagados, $600.00 pendientes')
  })

  test('of a bill of which nothing is paid one sum says it all', () => {
    expect(rendered(mail('bill', [bill('a')])).text).not.toContain('total')
  })
})
