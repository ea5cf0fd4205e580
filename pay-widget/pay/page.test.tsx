import { describe, expect, it } from 'vitest'
import type { PublicPayment } from '../../modules/bills/contract.ts'
import { type ReturnReason, returnWords } from '../../modules/shared/return-words.ts'
import { renderPayPage, renderSheet } from '../server.tsx'
import { allMethods, sampleBill, sampleView } from './samples.ts'
import type { PayPageView } from './view.ts'

/** The visible text: without tags, and with character references replaced. */
const read = (html: string): string =>
  html
    .slice(html.indexOf('<body>'), html.indexOf('<script type="application/json"'))
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
const text = (changes: Partial<PayPageView> = {}): string => read(renderPayPage(sampleView(changes)))
const html = (changes: Partial<PayPageView> = {}): string => renderPayPage(sampleView(changes))

describe("[d] the server's page", () => {
  it('is a complete document without inline script, excluded from search engines', () => {
    const page = html()
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page).toContain('<meta name="robots" content="noindex">')
    expect(page).toContain('<title>2026 Annual Ministry Dues · Elmsworth Covenant Network</title>')
    expect(page.match(/<script/g)).toHaveLength(2)
    expect(page).toContain('<script type="module" src="/pay-assets/start-1.js"></script>')
    expect(page).not.toMatch(/ on\w+="| style="/)
  })
  it('contains the script that prints the sheet, but not the sheet', () => {
    const page = html({ printing: 'print()' })
    expect(page).toContain('<script type="module">print()</script>')
    expect(page).not.toContain('<article')
  })
  it('shows the bill and both ways to continue', () => {
    const words = text()
    for (const word of [
      '2026 Annual Ministry Dues',
      'Grace Chapel, Tarn Hollow',
      'Ruth Okonjo-Bell',
      '$250.00',
      'Due Mar 31, 2026 · in 13 days',
      'verified',
    ])
      expect(words).toContain(word)
    expect(words).toContain('Pay as Guest No account needed, one-time payment')
    expect(words).toContain('Sign In & Pay Use your saved payment methods')
    expect(words).not.toContain('Mark as sent')
    expect(html()).toContain('href="/pay/b1?as=guest#how-to-pay"')
    expect(html()).toContain('href="/login?redirectTo=%2Fpay%2Fb1"')
  })
  it('shows balance and amount of a partly paid bill, and the days overdue', () => {
    expect(text({ bill: sampleBill({ status: 'Partial', balance: 150 }) })).toContain('$150.00 $250.00 total, $100.00 paid, $150.00 open')
    expect(text({ lang: 'es', bill: sampleBill({ status: 'Partial', balance: 150 }) })).toContain(
      '$150.00 $250.00 en total, $100.00 pagados, $150.00 pendientes',
    )
    expect(text({ bill: sampleBill({ status: 'Overdue', dueDate: '2026-01-15T00:00:00.000Z', daysLeft: -62 }) })).toContain('overdue 62 days')
  })
})

describe('paying as a guest without script', () => {
  const guest = { step: 'guest' } as const
  it('has a form that marks the payment as sent', () => {
    const page = html({ ...guest, method: 'zelle' })
    expect(page).toContain('<form class="')
    expect(page).toContain(' action="/pay/b1" method="post">')
    expect(page).toContain('<input type="hidden" name="paymentMethod" value="zelle"/>')
    expect(page).toContain('<input type="checkbox" required="" name="sent"/>')
    expect(page).toContain('href="/pay/b1?as=guest&amp;method=wire"')
    expect(page).not.toContain('disabled=""')
    // A long address breaks at its separators.
    expect(page).toContain('giving<wbr/>@elmsworth<wbr/>.example')
  })
  it('shows instructions for each method', () => {
    const wire = text({ ...guest, method: 'wire' })
    for (const word of ['First Covenant Bank', '021000021', '000123456789', 'Please include the organization name and assessment name in the memo.'])
      expect(wire).toContain(word)
    expect(wire, 'one instruction').toContain('assessment name in the memo. The memo above contains both. Copy it exactly.')
    expect(text({ ...guest, method: 'paypal' })).toContain("'Sending to a friend' option")
    expect(text({ ...guest, method: 'cashapp' })).toContain('$elmsworth')
    expect(text({ ...guest, method: 'ach' })).toContain('Send $250.00 by ACH transfer')
  })
  it('explains each method in plain words next to its tab', () => {
    const page = html({ ...guest, method: 'wire' })
    expect(page).toContain('<small id="method-wire-help">Bank transfer; banks often charge for it</small>')
    expect(page).toMatch(/<a id="method-wire"[^>]* aria-describedby="method-wire-help"[^>]*><svg.*?<\/svg>Wire<\/a>/)
    for (const word of ["Zelle From your bank's app", 'ACH Bank transfer; takes a day or more', 'Check By mail; takes a few days'])
      expect(text(guest)).toContain(word)
    expect(text({ ...guest, bill: sampleBill({ methods: { ach: { kind: 'debit' } } }) })).toContain('ACH From your bank account; takes a few days')
    expect(text({ ...guest, lang: 'es' })).toContain('Transferencia Su banco la llama «wire»; suele cobrar por ella')
  })
  it('explains in three steps how to send money, before the button', () => {
    const page = html({ ...guest, method: 'zelle' })
    const order = [
      'Copy these details:',
      'giving<wbr/>',
      'Send $250.00 with this note.',
      'Come back here, check the box',
      'name="sent"',
      'id="claim-hint"',
      '<button',
    ]
    const places = order.map((part) => page.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(text({ ...guest, method: 'wire' })).toContain(
      "Send $250.00 with this memo. Ask your bank for a wire transfer to this account. Please include the organization name and assessment name in the memo. The memo above contains both. Copy it exactly. Come back here, check the box and press 'Mark as sent'.",
    )
    expect(text({ ...guest, method: 'wire', bill: sampleBill({ status: 'Partial', balance: 100 }) })).toContain('Send $100.00 with this memo.')
    expect(text({ step: 'guest', lang: 'es', method: 'zelle' })).toContain('Envíe $250.00 con lo que dice «Nota».')
    expect(text({ ...guest, method: 'credit' })).not.toContain('Come back here')
  })
  it('shows the payee and address for a check, each line of the address by itself', () => {
    const { check = {} } = allMethods
    const byMail = { ...guest, bill: sampleBill({ methods: { check } }) }
    const words = text(byMail)
    for (const word of [
      'Send a check for $250.00',
      'Write a check and mail it. We record it when it arrives.',
      'Payable to Elmsworth Treasury',
      'Memo RUTHBELL Ruth Okonjo-Bell',
      'Please include the organization name and assessment name in the memo.',
    ])
      expect(words).toContain(word)
    expect(html(byMail)).toContain('PO Box 12\nElmsworth, OR 97401')
    expect(html(byMail)).toContain('<input type="hidden" name="paymentMethod" value="check"/>')
    expect(text({ ...byMail, lang: 'es' })).toContain('A nombre de Elmsworth Treasury Dirección postal PO Box 12 Elmsworth, OR 97401')
  })
  it('preselects Check only if it is the only method', () => {
    expect(text({ ...guest, bill: sampleBill({ chargesEnabled: false }) })).toContain('Send $250.00 by ACH transfer')
    expect(text({ ...guest, method: 'check' })).toContain('Send a check for $250.00')
  })
  it('mentions saved methods only if one can be used', () => {
    const byHand = { bill: sampleBill({ chargesEnabled: false }) }
    expect(text(byHand)).toContain('Sign In & Pay See all your assessments')
    expect(text(byHand)).not.toContain('saved payment methods')
    expect(text({ bill: sampleBill({ methods: { ach: { kind: 'debit' } } }) })).toContain('Sign In & Pay Use your saved payment methods')
  })
  it('names whom to ask if no method is available', () => {
    const contact = { name: 'Ada Ferreira', email: 'ada@elmsworth.example', phone: '(701) 555-0143', address: null }
    const words = text({ bill: sampleBill({ methods: { credit: {} }, chargesEnabled: false, contact }) })
    expect(words).toContain(
      'No payment methods are currently available for this assessment. Please ask how to pay: Ada Ferreira ada@elmsworth.example (701) 555-0143',
    )
    expect(words).not.toMatch(/Pay as Guest|Sign In & Pay/)
    expect(text({ bill: sampleBill({ methods: null, contact }), lang: 'es' })).toContain('Pregunte cómo pagar: Ada Ferreira')
  })
  it('shows why the bill cannot be paid, thanks after a claim, and errors', () => {
    expect(text({ ...guest, bill: sampleBill({ methods: { credit: {} }, chargesEnabled: false }) })).toContain(
      'No payment methods are currently available for this assessment.',
    )
    expect(text({ bill: sampleBill({ methods: null }) })).toContain('No payment profile is associated with this assessment.')
    expect(text({ ...guest, method: 'zelle', problem: { code: 'not-payable', message: 'Failed to mark payment as sent' } })).toContain(
      'Failed to mark payment as sent Mark as sent',
    )
    const sent = text({ ...guest, withdrawToken: 'token' })
    expect(sent).toContain("Thanks! We've recorded your payment as sent.")
    expect(sent).toContain('Payment Pending')
    expect(sent).not.toContain('Mark as sent')
  })
})

describe('paying through Stripe', () => {
  const guest = { step: 'guest' } as const
  const debit = { credit: {}, ach: { kind: 'debit' } } as const
  it('preselects the card, and says that it needs script', () => {
    expect(text({ ...guest, method: 'nonsense' })).toContain('Pay with Credit Card')
    expect(html({ ...guest })).toMatch(/<noscript><p>Paying by card needs JavaScript\..*or choose one of the other methods above\.<\/p><\/noscript>/)
    const alone = html({ ...guest, bill: sampleBill({ methods: debit }) })
    expect(alone).toContain('Turn it on in your browser and load this page again.')
    expect(alone).not.toContain('other methods above')
    expect(text({ ...guest, lang: 'es' })).toContain('Para pagar con tarjeta se necesita JavaScript.')
  })
  it('says how long a bank debit takes, before and after the payment', () => {
    const words = text({ ...guest, method: 'ach', bill: sampleBill({ methods: debit }) })
    expect(words).toContain('Pay with Bank Account')
    expect(words).toContain('A bank debit takes about four business days.')
    expect(words).not.toContain('Mark as sent')
    const pending = { status: 'PendingConfirmation' } as const
    expect(text({ bill: sampleBill({ ...pending, isClaimed: false }) })).toContain('A bank debit takes about four business days')
    expect(text({ bill: sampleBill({ ...pending, isClaimed: true }) })).not.toContain('A bank debit')
  })
  it('says in the sandbox that no money moves, if a card is offered', () => {
    const standIn = '/sandbox/stripe/stripe.js'
    expect(text({ standIn })).toContain('Sandbox: no money moves')
    expect(text({})).not.toContain('Sandbox')
    expect(text({ standIn, bill: sampleBill({ chargesEnabled: false }) })).not.toContain('Sandbox')
    expect(text({ standIn, bill: sampleBill({ status: 'Paid', balance: 0 }) })).not.toContain('Sandbox')
  })
})

describe('[d] bills that cannot be paid', () => {
  it.each([
    [sampleBill({ status: 'Paid', balance: 0 }), 'Payment Completed This assessment has been paid in full.'],
    [sampleBill({ status: 'PendingConfirmation' }), 'Payment Pending Payment has been submitted and is pending confirmation.'],
    [
      sampleBill({ program: { ...sampleBill().program, status: 'Completed' } }),
      'Payment Not Available This assessment program is not currently accepting payments.',
    ],
    [{ id: 'b1', status: 'Archived' as const }, 'Payment Not Available This assessment has been archived. Nothing is due.'],
  ])('%#: says so, and offers no way to pay', (bill, sentence) => {
    const words = text({ bill, step: 'guest' })
    expect(words).toContain(sentence)
    expect(words).not.toContain('Mark as sent')
    expect(words).not.toContain('Pay as Guest')
  })
  it('shows nothing but that message for an archived bill', () => {
    expect(text({ bill: { id: 'b1', status: 'Archived' } }).trim()).toBe(
      'Vestry EN ES Payment Not Available This assessment has been archived. Nothing is due. Secured by Vestry',
    )
  })
  it('tells a missing bill from one that cannot be read', () => {
    expect(text({ bill: null })).toContain('Assessment not found.')
    expect(text({ bill: null, failed: true })).toMatch(/Failed to load .*Try Again/)
  })
})

describe('a bank debit that was returned (R92)', () => {
  const returned = (reason: ReturnReason) => ({ on: '2026-03-12', reason, told: { en: returnWords.en[reason], es: returnWords.es[reason] } })
  const bill = sampleBill({ status: 'Failed', returned: returned('insufficient-funds') })
  it('shows the bank’s reason, advice and a link to pay again', () => {
    expect(text({ bill })).toContain(
      'Bank debit returned Your bank returned your bank debit on Mar 12, 2026, so we did not receive the money. There was not enough money in the account. Make sure that there is enough money in the account before you try again, or pay in another way. Pay again',
    )
    expect(html({ bill })).toMatch(/href="\/pay\/b1\?as=guest#how-to-pay"[^>]*>Pay again</)
    expect(text({ bill, lang: 'es' })).toContain('No había dinero suficiente en la cuenta.')
  })
  it('has no link to pay again if no method is available', () => {
    const none = sampleBill({ status: 'Failed', returned: returned('unknown'), methods: {} })
    expect(text({ bill: none })).toContain('Your bank gave us no clear reason')
    expect(text({ bill: none })).not.toContain('Pay again')
  })
})

describe('payments of a bill', () => {
  const paid = {
    ...{ id: 'y1', receiptNumber: '2026-00042', receivedOn: '2026-03-12T00:00:00.000Z', amount: 100, refunded: 0, kept: 0 },
    ...{ method: 'check', reference: 'No. 1042', status: 'Completed' },
  } as PublicPayment
  const partly = (...payments: PublicPayment[]) => sampleBill({ status: 'Partial', balance: 150, payments })
  it('shows date, method, amount, reference and receipt', () => {
    const words = text({ bill: sampleBill({ status: 'Paid', balance: 0, payments: [{ ...paid, amount: 250 }] }) })
    expect(words).toContain('Payments $250.00 Mar 12, 2026 · Check · No. 1042 Receipt 2026-00042')
    const page = html({ bill: partly(paid), lang: 'es', langChosen: true })
    expect(read(page)).toContain('Pagos hasta ahora $100.00 12 mar 2026 · Cheque · No. 1042 Recibo 2026-00042')
    expect(page).toContain('href="/pay/b1/receipts/y1?lang=es"')
  })
  it('says Paid first, and $0.00 open, with a button for the receipt', () => {
    const payments = [{ ...paid, amount: 250 }, { ...paid, id: 'y2', status: 'Reversed' } as PublicPayment]
    const bill = sampleBill({ status: 'Paid', balance: 0, payments })
    expect(text({ bill })).toMatch(
      /Paid Payment Completed This assessment has been paid in full\. View your receipt 2026 Annual Ministry Dues verified \$0\.00 \$250\.00 total, \$250\.00 paid, \$0\.00 open/,
    )
    expect(html({ bill })).toMatch(/<a class="[^"]+" href="\/pay\/b1\/receipts\/y1"[^>]*>View your receipt</)
    expect(text({ bill: { ...bill, payments: [] }, lang: 'es' })).not.toContain('Ver su recibo')
    expect(text({ bill, lang: 'es' })).toContain('Ver su recibo')
  })
  it('shows the open balance of a partly paid bill', () => {
    expect(text({ bill: partly(paid) })).toMatch(/\$250\.00 total, \$100\.00 paid, \$150\.00 open .* Payments so far \$100\.00/)
  })
  it('leaves out unknown facts, and shows refunds', () => {
    const words = text({
      bill: partly(
        { ...paid, method: null, reference: null },
        { ...paid, refunded: 30, status: 'PartiallyRefunded' },
        { ...paid, status: 'Reversed' },
      ),
    })
    for (const line of ['Mar 12, 2026 Receipt', 'No. 1042 · $30.00 of it refunded', 'No. 1042 · reversed']) expect(words).toContain(line)
  })
  it('says that nothing is paid once every payment was reversed', () => {
    const words = text({ bill: partly({ ...paid, status: 'Reversed' }, { ...paid, refunded: 100, status: 'Refunded' }) })
    expect(words).toContain('Payments $100.00')
    expect(words).not.toContain('Payments so far')
    expect(text({ bill: partly({ ...paid, status: 'Reversed' }, paid) })).toContain('Payments so far')
  })
  it('are not shown if there are none; a receipt opens outside of a frame', () => {
    expect(text()).not.toContain('Payments')
    const framed = html({ bill: partly(paid), embedded: { sites: [], appearance: '' } })
    expect(framed).toMatch(/href="\/pay\/b1\/receipts\/y1" target="_blank"/)
  })
})

describe('a bill with a payment plan', () => {
  const part = (n: number, status: 'paid' | 'open' | 'overdue', paid: number) =>
    ({ n, amount: 50, paid, status, dueDate: `2026-0${n + 1}-28T00:00:00.000Z` }) as const
  const nextDue = { amount: 30, dueDate: '2026-03-28T00:00:00.000Z' }
  const plan = { chosenBy: 'payor', parts: [part(1, 'paid', 50), part(2, 'overdue', 20), part(3, 'open', 0)] } as const
  const bill = sampleBill({ status: 'Overdue', amount: 150, balance: 80, daysLeft: -3, nextDue, plan: { ...plan, parts: [...plan.parts] } })
  it('shows the next part as the amount to pay, with its date, and the parts (R139)', () => {
    expect(text({ bill })).toContain('$30.00 Part 2 of 3 $150.00 total, $70.00 paid, $80.00 open Due Mar 28, 2026 · overdue 3 days')
    expect(text({ bill })).toMatch(/Part 1 · Feb 28, 2026 \$50\.00 · paid Part 2 · Mar 28, 2026 \$20\.00 of \$50\.00 paid · missed Part 3/)
    expect(text({ bill, step: 'guest', method: 'zelle' })).toContain('Send $30.00')
    expect(html({ bill, step: 'guest', method: 'zelle' })).toContain('href="/pay/b1?as=guest&amp;method=zelle&amp;pays=all"')
  })
  it('shows the balance as the amount to pay once the payor chooses to pay all of it', () => {
    const page = html({ bill, step: 'guest', method: 'zelle', whole: true })
    expect(read(page)).toContain('Send $80.00')
    expect(read(page)).toContain('Pay only the next part, $30.00')
    expect(page).toContain('<input type="hidden" name="pays" value="all"/>')
    expect(page).toContain('href="/pay/b1?as=guest&amp;method=zelle"')
  })
  it('shows the parts, and no amount to choose, while a payment waits', () => {
    const pending = text({ bill: { ...bill, status: 'PendingConfirmation', isClaimed: true } })
    expect(pending).toContain('Part 3')
    expect(pending).toContain('$80.00 $150.00 total')
    const claimed = { method: 'zelle', on: '2026-03-27', amount: 30 } as const
    const ofPart = text({ bill: { ...bill, status: 'PendingConfirmation', isClaimed: true, claimed } })
    expect(ofPart).toContain('$30.00 $150.00 total, $70.00 paid, $80.00 open')
    expect(pending).not.toContain('Pay the whole balance')
  })
})

describe('in Spanish', () => {
  it('translates each refusal of a form', () => {
    for (const code of ['not-payable', 'box-unticked', 'slow-down', 'a-code-of-tomorrow']) {
      const shown = text({ step: 'guest', lang: 'es', method: 'zelle', problem: { code, message: 'An English sentence' } })
      expect(shown).not.toContain('An English sentence')
      expect(shown).toContain({ 'slow-down': 'Demasiados intentos' }[code] ?? '')
    }
  })
})

it('escapes the texts of the printed sheet (R70)', () => {
  const online = { text: 'Open', url: 'https://x.example/pay/b1', picture: 'QR code' }
  const nothing = { code: null, network: null, open: null, stamp: null, note: null, pay: null, slip: null }
  const lists = { payor: ['<Ruth>'], address: ['1 Elm St'], contact: [], facts: [], items: [] }
  const drawn = renderSheet({ ...nothing, ...lists, language: 'en', title: 'Bill', online, unprintable: '' })
  expect(drawn).toMatch(/^<article class="[^"]+" lang="en">[\s\S]*1 Elm St[\s\S]*&lt;Ruth&gt;/)
  expect(drawn).toMatch(/<svg [^>]*role="img" aria-label="QR code"[^>]*><path d="M0 0h1v1h-1z/)
})

it('prints the payment methods at every step', () => {
  for (const step of ['choose', 'guest'] as const) expect(html({ step })).toContain('Send $')
})

it('escapes names', () => {
  const evil = '</script><img src=x onerror=alert(1)>'
  const bill = sampleBill({ payerName: evil, network: { name: evil }, program: { ...sampleBill().program, name: `"${evil}` } })
  const page = html({ bill, step: 'guest', method: 'wire', problem: { code: evil, message: evil } })
  expect(page).not.toContain('<img')
  expect(page.match(/<\/script>/g)).toHaveLength(2)
  const data = /id="pay-data">([^<]*)<\/script>/.exec(page)?.[1] ?? ''
  expect(JSON.parse(data)).toMatchObject({ bill: { payerName: evil } })
})

it('is in Spanish', () => {
  const words = text({ lang: 'es', step: 'guest', method: 'zelle' })
  for (const word of ['Pagar como invitado', 'Vence el 31 mar 2026 · en 13 días', 'Ya envié este pago', 'Marcar como enviado', 'verificado'])
    expect(words).toContain(word)
  expect(html({ lang: 'es', langChosen: true, step: 'guest', method: 'zelle' })).toContain('<input type="hidden" name="lang" value="es"/>')
  expect(html({ lang: 'es' })).toContain('<html lang="es">')
})
