import { describe, expect, it } from 'vitest'
import type { PublicBill, PublicPayment } from '../../modules/bills/contract.ts'
import { sampleBill } from '../pay/samples.ts'
import { renderReceiptPage } from '../server.tsx'
import type { ReceiptPageView } from './view.ts'

const payment = (changes: Partial<PublicPayment> = {}): PublicPayment =>
  ({
    id: 'y1',
    receiptNumber: '2026-00042',
    receivedOn: '2026-03-12T00:00:00.000Z',
    amount: 100,
    refunded: 0,
    kept: 0,
    method: 'check',
    reference: 'No. 1042',
    status: 'Completed',
    ...changes,
  }) as PublicPayment
const partly = sampleBill({ status: 'Partial', balance: 150 })
const contact = { name: 'Office', email: 'office@elmsworth.example', phone: '555 010', address: 'PO Box 12\nElmsworth' }

const html = (changes: Partial<ReceiptPageView> = {}): string =>
  renderReceiptPage({
    ...{ id: 'b1', paymentId: 'y1', lang: 'en', langChosen: false, bill: partly, payment: payment(), proof: 'https://vestry.test/proof' },
    assets: { framed: '/framed.js', start: '/start-1.js', print: '/print-1.js', styles: 'body{margin:0}' },
    ...changes,
  })
const text = (changes: Partial<ReceiptPageView> = {}): string =>
  html(changes)
    .split('<body>')[1]
    ?.replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ') ?? ''

describe('a receipt (R75)', () => {
  it('shows payor, amount, bill, date, method, reference and open balance', () => {
    const words = text({ bill: { ...partly, contact } })
    for (const said of [
      'Receipt Received $100.00',
      '$150.00 of this bill is still open, due Mar 31, 2026.',
      'Receipt number 2026-00042',
      'Date Mar 12, 2026',
      'Received from Ruth Okonjo-Bell',
      'For 2026 Annual Ministry Dues',
      'Period due Mar 31, 2026',
      'Bill RUTHBELL',
      'Paid by Check',
      'Reference No. 1042',
      'Elmsworth Covenant Network',
      'office@elmsworth.example',
      'Proof that this payment is in the books',
    ])
      expect(words).toContain(said)
    expect(html()).toContain('href="/pay/b1"')
    expect(html({ lang: 'es', langChosen: true })).toContain('href="/pay/b1?lang=es"')
  })

  it('shows the balance and the next part of a bill with a plan', () => {
    const bill = { ...partly, nextDue: { amount: 50, dueDate: '2027-03-01T00:00:00.000Z' }, daysLeft: 20 }
    expect(text({ bill })).toContain('$150.00 of this bill is still open. Next payment: $50.00, due Mar 1, 2027.')
    expect(text({ bill: { ...bill, daysLeft: -2 } })).toContain('Next payment: $50.00, overdue since Mar 1, 2027.')
    expect(text({ bill, lang: 'es' })).toContain('De esta factura quedan pendientes $150.00. Próximo pago: $50.00, vence el 1 mar 2027.')
  })

  it('shows the part of the payment that is kept as credit', () => {
    const paid = sampleBill({ status: 'Paid', balance: 0 })
    expect(text()).not.toContain('credit')
    expect(text({ bill: paid, payment: payment({ kept: 20 }) })).toContain('$20.00 of this payment is kept as credit for your next bill.')
    expect(text({ bill: paid, payment: payment({ kept: 20 }), lang: 'es' })).toContain(
      '$20.00 de este pago quedan como saldo a favor para su próxima factura.',
    )
  })

  it('can be read without script, and shows its Print button only with script', () => {
    const page = html()
    expect(page).toContain('<title>Receipt 2026-00042 · Elmsworth Covenant Network</title>')
    expect(page).toContain('<meta name="robots" content="noindex">')
    expect(page.match(/<script/g)).toEqual(['<script'])
    expect(page).toMatch(/<span hidden=""><button[^>]* id="print"/)
    expect(page).not.toMatch(/ on\w+="| style="/)
  })

  it('leaves out unknown facts, and says that a bill is paid in full', () => {
    const paid = sampleBill({ status: 'Paid', balance: 0 })
    const words = text({ bill: paid, payment: payment({ method: null, reference: null, amount: 250 }) })
    expect(words).toContain('This bill is paid in full.')
    for (const left of ['Paid by', 'Reference', 'still open']) expect(words).not.toContain(left)
  })

  it('says since when the open balance is overdue', () => {
    expect(text({ bill: { ...partly, status: 'Overdue', daysLeft: -12 } })).toContain(
      '$150.00 of this bill is still open. It was due Mar 31, 2026: overdue 12 days.',
    )
  })

  it.each([
    ['PartiallyRefunded', 30, 'Partly refunded $30.00 of this payment of $100.00 was refunded.'],
    ['Refunded', 100, 'Refunded This payment was refunded in full.'],
    ['Reversed', 0, 'Reversed This payment was reversed and no longer counts.'],
  ] as const)('says that it is %s', (status, refunded, said) => {
    expect(text({ payment: payment({ status, refunded }) })).toContain(said)
  })

  it('is in Spanish', () => {
    const words = text({ lang: 'es', payment: payment({ status: 'PartiallyRefunded', refunded: 30 }) })
    for (const said of [
      'Recibo Reembolsado en parte $100.00',
      'De esta factura quedan pendientes $150.00, con vencimiento el 31 mar 2026.',
      'Fecha 12 mar 2026',
      'Forma de pago Cheque',
      'De este pago de $100.00 se reembolsaron $30.00.',
    ])
      expect(words).toContain(said)
  })

  it('shows the page of a missing bill, and nothing but a message for an archived bill', () => {
    const absent = text({ bill: null, payment: null, proof: null })
    expect(absent).toContain('Assessment not found.')
    expect(text({ payment: null, proof: null })).toBe(absent)
    expect(text({ bill: { id: 'b1', status: 'Archived' }, payment: null, proof: null }).trim()).toBe(
      'Vestry EN ES Payment Not Available This assessment has been archived. Nothing is due. Secured by Vestry',
    )
    expect(text({ bill: null, payment: null, failed: true })).toMatch(/Failed to load .*Try Again/)
  })

  it('escapes names', () => {
    const evil = '</script><img src=x onerror=alert(1)>'
    const bill: PublicBill = { ...partly, payerName: evil, code: evil, network: { name: evil } }
    expect(html({ bill, payment: payment({ reference: evil }) })).not.toContain('<img')
  })
})
