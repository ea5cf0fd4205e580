import { describe, expect, test } from 'vitest'
import { en as pageEn } from '../../pay-widget/pay/words/messages-en.ts'
import { es as pageEs } from '../../pay-widget/pay/words/messages-es.ts'
import type { LocalDate } from '../kernel/dates.ts'
import type { Language } from '../kernel/language.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import type { PendingMail } from './contract.ts'
import { letterOf } from './letters.ts'
import { sampleBill as bill, sampleLinks as links, sampleMail as mail, samplePayment as payment } from './samples.ts'

const rendered = (pending: PendingMail) => {
  const letter = letterOf(pending, links)
  if (!letter) throw new Error('Nothing is left to say')
  return renderLetter(letter)
}
const addresses = (html: string) =>
  [...new Set(Array.from(html.matchAll(/href="https:\/\/vestry\.test\/(pay|clicked)([^"]*)"/g), ([, page, id]) => `${page}${id}`))].toSorted()

test("a bill mail lists all ways to pay that the bill's page has, cards and bank debits first (R93)", () => {
  const bills = [bill('a', { methods: ['Credit', 'BankDebit', 'Zelle', 'Check'] })]
  expect(rendered(mail('bill', bills)).text).toContain(
    "You can pay by card, from your bank account, by Zelle, or by check. The bill code is CODEa. If you have already sent the money, open the bill and check 'I have sent this payment'.",
  )
  expect(rendered(mail('bill', bills, { language: 'es' })).text).toContain(
    'Puede pagar con tarjeta, desde su cuenta bancaria, por Zelle o con cheque. El código de esta factura es CODEa. Si ya envió el dinero',
  )
  expect(rendered(mail('bill', [bill('a', { methods: ['Credit'] })])).text, 'by card nothing is sent').not.toContain('I have sent this payment')
})

describe('[d] a mail names the payor (R93)', () => {
  const ofRuth = bill('a', { programName: 'Dues' })
  const ofTom = bill('b', { programName: 'Dues', payorName: 'Tom Bell' })
  const ofChurch = bill('c', { programName: 'Dues', payorName: 'Grace Chapel', isOfCongregation: true })

  test('in each line of a digest for several payors', () => {
    const { text, html } = rendered(mail('reminder', [ofRuth, ofTom]))
    expect(text).toMatch(/^Dues \(Ruth Bell\): \$900\.00, due today$/m)
    expect(text).toMatch(/^Dues \(Tom Bell\): \$900\.00, due today$/m)
    expect(html).toContain('aria-label="View and pay: Dues (Tom Bell)"')
  })

  test('if others have the same address, or the bill is a congregation’s', () => {
    expect(rendered(mail('bill', [ofTom], { isShared: true })).subject).toBe('Dues (Tom Bell): $900.00 due today')
    expect(rendered(mail('reminder', [ofTom], { isShared: true })).text).toContain('Your bill for Dues (Tom Bell) is still open.')
    expect(rendered(mail('bill', [ofChurch], { language: 'es' })).subject).toBe('Dues (Grace Chapel): $900.00, vence hoy')
    expect(rendered(mail('claim-received', [ofChurch])).subject).toBe('You marked your payment for Dues (Grace Chapel) as sent')
  })

  test('but not in other cases', () => {
    expect(rendered(mail('bill', [ofRuth])).subject).toBe('Dues: $900.00 due today')
  })
})

describe('[d] a reminder of several bills', () => {
  const four = [
    bill('a', { dueDate: '2026-03-01' as LocalDate }),
    bill('b', { balance: 60_000 }),
    bill('c', { amount: 5_000, balance: 5_000, dueDate: '2026-04-07' as LocalDate }),
    bill('d', { amount: 1, balance: 1 }),
    bill('settled', { open: false }),
  ]

  test('links to each bill, and to paying all together', () => {
    const { html, text, subject } = rendered(mail('reminder', four))
    expect(subject).toBe('Reminder: $1,550.01 in 4 bills')
    expect(addresses(html)).toEqual(['pay/a', 'pay/a?list=a-b-c-d', 'pay/b', 'pay/c', 'pay/d'])
    expect(html).toMatch(/class="button"[^>]*href="https:\/\/vestry\.test\/pay\/a\?list=a-b-c-d">Pay all together</)
    expect(text).toContain('Pay all together: https://vestry.test/pay/a?list=a-b-c-d')
    expect(html).toContain('aria-label="View and pay: Dues b"')
    for (const line of [
      'Dues a: $900.00, overdue since Mar 1, 2026 (30 days)\nView and pay: https://vestry.test/pay/a',
      'Dues b: $600.00, due today · $900.00 total, $300.00 paid, $600.00 open\nView and pay: https://vestry.test/pay/b',
      'Dues c: $50.00, due Apr 7, 2026\nView and pay: https://vestry.test/pay/c',
      'Dues d: $0.01, due today\nView and pay: https://vestry.test/pay/d',
    ])
      expect(text).toContain(line)
    expect(text).not.toContain('settled')
  })

  test('records clicks on every link in a network that tracks mails', () => {
    const { html } = rendered(mail('reminder', four, { trackMail: true }))
    expect(addresses(html)).toEqual(['clicked/a', 'clicked/a?list=a-b-c-d', 'clicked/b', 'clicked/c', 'clicked/d'])
  })

  test('is Spanish in a Spanish network', () => {
    const { text } = rendered(mail('reminder', four, { language: 'es' }))
    expect(text).toContain(
      'Dues b: $600.00, vence hoy · $900.00 en total, $300.00 pagados, $600.00 pendientes\nVer y pagar: https://vestry.test/pay/b?lang=es',
    )
    expect(text).toContain('Pagar todas juntas: https://vestry.test/pay/a?list=a-b-c-d&lang=es')
  })

  test('becomes a reminder of a single bill, with its button, if only that bill is left', () => {
    const { html } = rendered(mail('reminder', [bill('a', { open: false }), bill('b')]))
    expect(html).toMatch(/class="button"[^>]*href="https:\/\/vestry\.test\/pay\/b">View and pay</)
    expect(html).not.toContain('list=')
  })
})

const partly = [bill('a', { balance: 60_000 })]

describe('[d] the total, paid and open amounts of a partly paid bill', () => {
  test.each([
    ['bill', '$600.00\nDue today\n$900.00 total, $300.00 paid, $600.00 open'],
    ['reminder', '$600.00\nDue today\n$900.00 total, $300.00 paid, $600.00 open'],
    ['receipt', '$900.00 total, $300.00 paid, $600.00 open, due today.'],
    ['claim-received', '$600.00\nSent, not confirmed yet\n$900.00 total, $300.00 paid, $600.00 open'],
    ['claim-not-received', '$600.00\nDue today\n$900.00 total, $300.00 paid, $600.00 open'],
  ] as const)('are in a %s, and add up', (purpose, said) => {
    const { text, html } = rendered(mail(purpose, partly, { payment }))
    expect(text).toContain(said)
    expect(html).toContain('$900.00 total, $300.00 paid, $600.00 open')
    expect(rendered(mail(purpose, partly, { payment, language: 'es' })).text).toContain('$900.00 en total, $300.00 pagados, $600.00 pendientes')
  })

  test('an unpaid bill has one amount', () => {
    expect(rendered(mail('bill', [bill('a')])).text).not.toContain('total')
  })

  test.each([
    ['2026-03-30', 'Due Mar 31, 2026', 'Vence el 31 mar 2026'],
    ['2026-04-01', 'Overdue since Mar 31, 2026 (1 day)', 'Vencida desde el 31 mar 2026 (1 día)'],
    ['2026-04-12', 'Overdue since Mar 31, 2026 (12 days)', 'Vencida desde el 31 mar 2026 (12 días)'],
  ] as const)('are followed by the due day, as of %s', (today, said, inSpanish) => {
    for (const purpose of ['bill', 'reminder', 'claim-not-received'] as const) {
      const at = (language: Language) => rendered(mail(purpose, [bill('a')], { today: today as LocalDate, language })).text
      expect(at('en'), purpose).toContain(`$900.00\n${said}\n`)
      expect(at('es'), purpose).toContain(`$900.00\n${inSpanish}\n`)
    }
  })
})

describe('[d] a bill with a payment plan (R138)', () => {
  const next = { amount: 25_000, dueDate: '2027-03-01' as LocalDate }
  const inParts = bill('a', { amount: 100_000, balance: 75_000, next })
  const late = '2027-03-11' as LocalDate
  const change = { kind: 'reversed', amount: 25_000 } as const

  test.each(['bill', 'reminder', 'claim-not-received'] as const)('has the next part, its day and the balance in a %s', (purpose) => {
    const at = (more: Partial<PendingMail>) => rendered(mail(purpose, [inParts], more)).text
    expect(at({})).toContain('$250.00\nNext payment, due Mar 1, 2027\n$1,000.00 total, $250.00 paid, $750.00 open')
    expect(at({ language: 'es' })).toContain('$250.00\nPróximo pago, vence el 1 mar 2027\n$1,000.00 en total, $250.00 pagados, $750.00 pendientes')
    expect(at({ today: late })).toContain('Next payment, overdue since Mar 1, 2027\n')
    for (const language of ['en', 'es'] as const) expect(at({ language })).not.toContain('2026')
  })

  test('is named by its next part in subjects', () => {
    expect(rendered(mail('bill', [inParts])).subject).toBe('Dues a: $250.00 due Mar 1, 2027')
    expect(rendered(mail('reminder', [inParts], { today: late })).subject).toBe('Reminder: Dues a, overdue since Mar 1, 2027 (10 days)')
  })

  test('has the balance before anything is paid, too', () => {
    const { text } = rendered(mail('bill', [bill('a', { next })]))
    expect(text).toContain('$250.00\nNext payment, due Mar 1, 2027\n$900.00 total, $0.00 paid, $900.00 open')
  })

  test('says the next part in its line of a digest', () => {
    const { text } = rendered(mail('reminder', [inParts, bill('b')], { language: 'en' }))
    expect(text).toContain('Dues a: $750.00, Next payment: $250.00, due Mar 1, 2027 · $1,000.00 total, $250.00 paid, $750.00 open')
    expect(text).toContain('Dues b: $900.00, due today')
  })

  test.each([
    ['receipt', '$1,000.00 total, $250.00 paid, $750.00 open. Next payment: $250.00, due Mar 1, 2027.'],
    ['guest-receipt', '$1,000.00 total, $250.00 paid, $750.00 open. Next payment: $250.00, due Mar 1, 2027.'],
    ['reversal', 'The balance of this bill is now $750.00. Next payment: $250.00, due Mar 1, 2027.'],
  ] as const)('has the balance and the next part in a %s', (purpose, said) => {
    expect(rendered(mail(purpose, [inParts], { payment, change })).text).toContain(said)
    const spanish = rendered(mail(purpose, [inParts], { payment, change, language: 'es', today: late })).text
    expect(spanish).toContain('. Próximo pago: $250.00, vencido desde el 1 mar 2027.')
  })

  test('has the claimed part, not the balance, once a payor has sent it', () => {
    expect(rendered(mail('claim-received', [{ ...inParts, claimed: 25_000 }])).text).toContain('$250.00\nSent, not confirmed yet\n')
    expect(rendered(mail('claim-received', [inParts])).text).toContain('$750.00\nSent, not confirmed yet\n')
  })
})

describe('a receipt (R93)', () => {
  test('has all data of the payment, and one button to its page', () => {
    const { text, html } = rendered(mail('receipt', partly, { payment }))
    expect(text).toContain(
      'Receipt number: 2026-00042\nDate: Mar 12, 2026\nPaid by: Check\nReference: No. 1042\nBill: Dues a (CODEa)\nReceived from: Ruth Bell',
    )
    expect(text).toContain(`View your receipt: https://vestry.test/pay/a/receipts/${payment.id}\n`)
    expect(text).toContain(`Proof that this payment is in the books: https://vestry.test/proof/${payment.id}`)
    expect(html.match(/class="button"/g)).toHaveLength(1)
    expect(html).toContain('<td class="quiet">Reference</td><td>No. 1042</td>')
    const tracked = rendered(mail('receipt', partly, { payment, trackMail: true })).text
    expect(tracked).toContain(`View your receipt: https://vestry.test/clicked/a?payment=${payment.id}`)
  })

  test('leaves out unknown data, and says if the bill is paid', () => {
    const { text } = rendered(mail('receipt', [bill('a', { balance: 0 })], { payment: { ...payment, method: null, reference: null } }))
    expect(text).toContain('This bill is paid in full.')
    for (const left of ['Paid by', 'Reference', 'null']) expect(text).not.toContain(left)
  })

  test('is Spanish in a Spanish network, and opens its page in Spanish', () => {
    const { text } = rendered(mail('receipt', partly, { payment, language: 'es' }))
    expect(text).toContain('Número de recibo: 2026-00042\nFecha: 12 mar 2026\nForma de pago: Cheque\nReferencia: No. 1042')
    expect(text).toContain(`Ver su recibo: https://vestry.test/pay/a/receipts/${payment.id}?lang=es`)
  })
})

test('a reminder explains, in the words of the pay page, how to report a payment, if money can be sent by hand', () => {
  const closing = (bills: PendingMail['bills'], language: Language = 'en') => rendered(mail('reminder', bills, { language })).text
  expect(closing([bill('a')])).toContain(`Already sent it? Thank you! Open the bill and check '${pageEn.haveSent}'`)
  expect(closing([bill('a')], 'es')).toContain(`Abra la factura y marque «${pageEs.haveSent}»`)
  expect(closing([bill('a'), bill('b')])).toContain(`Open that bill and check '${pageEn.haveSent}'`)
  expect(closing([bill('a', { methods: [] })])).toContain('If you have already paid, thank you')
})

describe('[d] a mail about a change of a bill (R92)', () => {
  const lowered = { kind: 'amount-changed', amount: 80_000, before: 90_000, credit: 10_000 } as const
  const changed = (more: Partial<PendingMail['bills'][number]>, change: NonNullable<PendingMail['change']>, purpose: PendingMail['purpose']) =>
    mail(purpose, [bill('a', more)], { change })

  test('gives the old and the new amount, and the credit', () => {
    const { subject, text } = rendered(changed({ amount: 80_000, balance: 0, open: false }, lowered, 'amount-changed'))
    expect(subject).toBe('Dues a: the amount is now $800.00')
    for (const part of [
      'has changed from $900.00 to $800.00',
      'You have paid $100.00 more',
      'You owe nothing more on this bill.',
      'View your bill: ',
    ])
      expect(text).toContain(part)
  })

  test('is not sent after a later change', () => {
    expect(letterOf(changed({ amount: 85_000 }, lowered, 'amount-changed'), links)).toBeNull()
    expect(letterOf(changed({ amount: 80_000, archived: true }, lowered, 'amount-changed'), links)).toBeNull()
    expect(letterOf(changed({}, { kind: 'waived', amount: 90_000 }, 'waived'), links)).toBeNull()
  })

  test('does not ask for payment if the bill cannot be paid', () => {
    const returned = { kind: 'debit-returned', amount: 90_000, code: 'account_frozen' } as const
    const { text } = rendered(changed({ open: false }, returned, 'debit-returned'))
    expect(text).toContain('Your bank does not allow debits from this account.')
    expect(text).not.toMatch(/Pay again|View and pay/)
  })
})
