import bidiFactory from 'bidi-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bill } from '../../modules/bills/contract.ts'
import type { PrintedBills } from '../../modules/messages/contract.ts'
import type { SettledPayment } from '../../modules/payments/contract.ts'
import { signatureOf } from '../../modules/platform/http/signed-body.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { readPdf } from '../../scripts/testing/pdf-text.ts'

const bidi = bidiFactory()
const SECRET = 'a secret of sixteen'
type Network = Awaited<ReturnType<typeof startNetwork>>
const CSV = 'firstName,lastName,email\nŽofia,Ñandú,zofia@example.org\nAnn,Paper,\nBen,Paper,\n'
const wire = { isEnabled: true, bankName: 'First Bank', accountName: 'Synod', routingNumber: '123123123', accountNumber: '000987654321' }
const check = { isEnabled: true, payableTo: 'Synod (dues)', mailingAddress: '12 Prairie Road\nLincoln, NE 68501' }

let app: App
let network: Network
let other: Network
beforeAll(async () => {
  app = await startApp({ MAIL_WEBHOOK_SECRET: SECRET })
  network = await startNetwork(app, { csv: CSV })
  other = await startNetwork(app)
  await network.admin.put(`/api/payment-profiles/${network.profileId}`, { name: 'Main', methods: { Wire: wire, Check: check } })
  await network.admin.put(`/api/networks/${network.networkId}`, {
    contactName: 'Naomi Cook',
    contactEmail: 'dues@synod.example',
    contactPhone: '+1 402 555 0101',
    postalAddress: '12 Prairie Road\nLincoln, NE 68501',
  })
})
afterAll(() => app.stop())

const billOf = (lastName: string, firstName?: string): Bill => {
  const found = network.bills.find(
    ({ individualMember: one }) => one?.lastName === lastName && (firstName === undefined || one.firstName === firstName),
  )
  if (!found) throw new Error(`no bill of ${lastName}`)
  return found
}
type Client = Readonly<{ cookie?: () => string }>
const fileOf = async (path: string, who: Client = network.admin) => {
  const answer = await fetch(app.base + path, { headers: { cookie: who.cookie?.() ?? '' } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { answer, text: bytes.toString('latin1'), pages: answer.headers.get('content-type') === 'application/pdf' ? readPdf(bytes) : [] }
}
const billFile = (id: string, query = '', who?: Client) => fileOf(`/api/assessment-bills/${id}/bill.pdf${query}`, who)

describe('a bill on paper', () => {
  test('shows the charge, the changes, the payments and the balance, the ways to pay, and the contact', async () => {
    const bill = billOf('Ñandú')
    await network.admin.post(`/api/assessment-bills/${bill.id}/adjustments`, { amount: -10, reason: 'Late start' })
    await network.admin.post(`/api/assessment-bills/${bill.id}/receipts`, {
      amount: 25.5,
      method: 'check',
      reference: '10(4)2',
      receivedOn: '2026-01-05',
    })
    for (const [query, width] of [
      ['', 612],
      ['?size=a4', 595],
    ] as const) {
      const { answer, pages } = await billFile(bill.id, query)
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="bill-${bill.code}.pdf"`)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(pages).toHaveLength(1)
      expect(Math.floor(pages[0]?.mediaBox[2] ?? 0)).toBe(width)
      for (const words of [
        ...['Synod', 'Naomi Cook', 'dues@synod.example', '+1 402 555 0101', '12 Prairie Road', 'Žofia Ñandú', bill.code, 'Jun 30, 2150', 'Dues'],
        ...['$100.00', '−$10.00', '−$25.50', '$64.50', 'Jan 5, 2026 · Check by mail · 10(4)2', '000987654321', '123123123', 'Synod (dues)'],
        ...[`${bill.code} Žofia Ñandú`, `/pay/${bill.id}`, 'Amount enclosed', 'Check payable to'],
      ])
        expect(pages[0]?.text, words).toContain(words)
    }
  })

  test('is a receipt once it is paid, asks for no money, and shows no account', async () => {
    const bill = billOf('Paper', 'Ben')
    await network.admin.put(`/api/assessment-bills/${bill.id}/mark-as-paid`, { method: 'cash', reference: 'Box 7' })
    const [page] = (await billFile(bill.id)).pages
    for (const words of ['Receipt', 'Paid', 'Cash · Box 7', '−$100.00', '$0.00']) expect(page?.text).toContain(words)
    for (const words of ['000987654321', '****4321', 'How to pay', 'Amount enclosed']) expect(page?.text).not.toContain(words)
  })

  test('has nothing due if it is archived, and its link shows only that', async () => {
    const archived = await startNetwork(app)
    const [bill] = archived.bills
    await archived.admin.put(`/api/assessment-bills/${bill?.id}/archive`, { reason: 'Moved away' })
    const [whole] = (await billFile(bill?.id ?? '', '', archived.admin)).pages
    for (const words of ['Nothing is due', '$0.00', bill?.code ?? '']) expect(whole?.text).toContain(words)
    expect(whole?.text).not.toContain('Amount enclosed')
    const { pages, answer } = await fileOf(`/pay/${bill?.id}/bill.pdf`, {})
    expect(pages[0]?.lines).toEqual(['Bill', 'This bill has been archived. Nothing is due.'])
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="bill.pdf"')
  })

  test('is not found by readers of another network, nor by members', async () => {
    const bill = billOf('Ñandú')
    const { answer } = await billFile(bill.id, '', other.admin)
    expect(answer.status).toBe(404)
    expect((await fileOf(`/api/assessment-programs/${network.programId}/bills.pdf`, other.admin)).answer.status).toBe(404)
    expect((await billFile(bill.id, '?size=a3')).answer.status).toBe(400)
  })
})

describe("a remittance's receipt on paper", () => {
  test('lists its allocations, the credit and what was reversed, with the sums on the last page', async () => {
    const csv = ['firstName,lastName,email', ...Array.from({ length: 17 }, (_, i) => `P${i},Payor,p${i}@example.org`)].join('\n')
    const { admin, bills } = await startNetwork(app, { csv })
    const [first, second] = bills
    const json = { amount: 1_710.5, method: 'check', reference: 'No. 9', receivedOn: '2026-01-05', payerId: first?.individualMember?.id }
    const { data } = await admin.post<{ data: { id: string; receiptNumber: string } }>('/api/remittances', {
      ...json,
      allocations: bills.map(({ id }) => ({ billId: id })),
    })
    await admin.post(`/api/remittances/${data.id}/reversals`, { reason: 'A mistake', billIds: [second?.id] })
    const { answer, pages } = await fileOf(`/api/remittances/${data.id}/receipt.pdf`, admin)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${data.receiptNumber}.pdf"`)
    expect(pages).toHaveLength(2)
    const printed = pages.map(({ text }) => text).join(' ')
    for (const words of [
      'Synod',
      data.receiptNumber,
      'Jan 5, 2026',
      'Check by mail',
      'No. 9',
      ...bills.flatMap(({ code, individualMember }) => [code, `${individualMember?.firstName} Payor`]),
    ])
      expect(printed, words).toContain(words)
    for (const words of ['1 of 2', 'Continued on the next page. This payment is for 17 bills.']) expect(pages[0]?.text).toContain(words)
    for (const words of ['2 of 2', 'Kept as credit', '$10.50', 'Reversed', '−$100.00', '$1,610.50']) expect(pages[1]?.text, words).toContain(words)
    expect(pages[0]?.text).not.toContain('$1,610.50')
    expect((await fileOf(`/api/remittances/${data.id}/receipt.pdf`, other.admin)).answer.status).toBe(404)
  })
})

test('prints bills and receipts for payors with names in ten scripts', async () => {
  const names = [
    'Žofia Ñandú',
    'Иван Петров',
    'Σωκράτης Παπάς',
    '민수 김',
    '小明 王',
    'さくら 山田',
    'محمد علي',
    'משה כהן',
    'राम शर्मा',
    'สมชาย ใจดี',
    'Ann 🎉',
  ]
  const csv = `firstName,lastName,email\n${names.map((name) => name.replace(' ', ',')).join(',\n')},\n`
  const many = await startNetwork(app, { csv })
  expect(many.bills).toHaveLength(names.length)
  for (const bill of many.bills) {
    const name = `${bill.individualMember?.firstName} ${bill.individualMember?.lastName}`
    // A file holds right-to-left words in the order of drawing.
    const drawn = bidi.getReorderedString(name, bidi.getEmbeddingLevels(name))
    const paper = async (title: string) => {
      const [page] = (await billFile(bill.id, '', many.admin)).pages
      expect(page?.lines).toContain(title)
      expect(page?.lines, name).toContain(drawn)
      expect(page?.text).not.toContain('cannot be printed')
      expect(page?.notdef).toBe(0)
    }
    await paper('Bill')
    await many.admin.put(`/api/assessment-bills/${bill.id}/mark-as-paid`, { method: 'cash' })
    await paper('Receipt')
  }
})

describe("a payor's own paper", () => {
  test('is open to the same readers as the page of the bill, in its language, and is not cached', async () => {
    const bill = billOf('Ñandú')
    const { answer, pages } = await fileOf(`/pay/${bill.id}/bill.pdf?lang=es&size=a4`, {})
    expect([answer.status, pages.length]).toEqual([200, 1])
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    for (const words of ['Factura', 'Cómo pagar', '000987654321', '$64.50']) expect(pages[0]?.text).toContain(words)
    expect((await fileOf(`/pay/AAAAAAAAAAAAAAAAAAAAAA/bill.pdf`, {})).answer.status).toBe(404)
    const page = await fetch(`${app.base}/pay/${bill.id}?lang=es`)
    expect(await page.text()).toContain(`href="/pay/${bill.id}/bill.pdf?lang=es"`)
  })

  test('shows no account while the bill cannot be paid', async () => {
    const claimed = await startNetwork(app)
    const [bill] = claimed.bills
    await claimed.admin.put(`/api/payment-profiles/${claimed.profileId}`, { name: 'Main', methods: { Wire: wire } })
    await app.guest().post(`/api/assessments/${bill?.id}/mark-as-paid`, { paymentMethod: 'wire' })
    for (const { pages } of [await fileOf(`/pay/${bill?.id}/bill.pdf`, {}), await billFile(bill?.id ?? '', '', claimed.admin)]) {
      expect(pages[0]?.text).toContain('You told us that you sent this payment')
      expect(pages[0]?.text).not.toMatch(/4321/)
    }
  })
})

describe("a payment's receipt on paper", () => {
  const receive = async (made: Network, bill: string, amount: number) => {
    await made.admin.post(`/api/assessment-bills/${bill}/receipts`, { amount, method: 'check', reference: 'No. 7', receivedOn: '2026-01-05' })
    const { data } = await made.admin.get<{ data: SettledPayment[] }>(`/api/assessment-bills/${bill}/payments`)
    return data[0] ?? expect.fail('there is no payment')
  }

  test('shows that payment alone, to the same readers as its page, in its language, and is not cached', async () => {
    const made = await startNetwork(app)
    const [bill, other] = made.bills.map(({ id, code }) => ({ id, code }))
    const earlier = await receive(made, bill?.id ?? '', 30)
    const payment = await receive(made, bill?.id ?? '', 25.5)
    const at = `/pay/${bill?.id}/receipts/${payment.id}`
    const { answer, pages } = await fileOf(`${at}/receipt.pdf`, {})
    expect(pages).toHaveLength(1)
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="receipt-${payment.receiptNumber}.pdf"`)
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    for (const words of [
      ...['Receipt', payment.receiptNumber, bill?.code ?? '', 'Jan 5, 2026', 'Check by mail · No. 7', '$25.50', 'Received'],
      '$44.50 of this bill is still open',
    ])
      expect(pages[0]?.text, words).toContain(words)
    expect(pages[0]?.links).toEqual([expect.stringMatching(new RegExp(`${at}$`))])
    for (const words of [earlier.receiptNumber, '$30.00', 'How to pay', 'Amount enclosed']) expect(pages[0]?.text).not.toContain(words)
    const [spanish] = (await fileOf(`${at}/receipt.pdf?lang=es&size=a4`, {})).pages
    for (const words of ['Recibo', 'Recibido', 'quedan pendientes $44.50']) expect(spanish?.text).toContain(words)
    for (const path of [`/pay/${other?.id}/receipts/${payment.id}`, `/pay/${bill?.id}/receipts/none`, `/pay/none/receipts/${payment.id}`])
      expect((await fileOf(`${path}/receipt.pdf`, {})).answer.status, path).toBe(404)
  })

  test('shows the reversal of the payment, and nothing of an archived bill', async () => {
    const made = await startNetwork(app)
    const id = made.bills[0]?.id ?? ''
    const payment = await receive(made, id, 100)
    await made.admin.post(`/api/assessment-bills/${id}/reversals`, { paymentId: payment.id, reason: 'It bounced' })
    const file = `/pay/${id}/receipts/${payment.id}/receipt.pdf`
    const [page] = (await fileOf(file, {})).pages
    for (const words of ['Reversed', '−$100.00', '$0.00', '$100.00 of this bill is still open']) expect(page?.text).toContain(words)
    await made.admin.put(`/api/assessment-bills/${id}/archive`, {})
    expect((await fileOf(file, {})).pages[0]?.lines).toEqual(['Bill', 'This bill has been archived. Nothing is due.'])
  })
})

describe('the bills of a program', () => {
  const file = (query = '') => fileOf(`/api/assessment-programs/${network.programId}/bills.pdf${query}`)

  test('are one file with a page for each, sorted by payor: all that are open, or those without e-mail', async () => {
    const payors = (pages: ReturnType<typeof readPdf>) =>
      pages.map(({ text }) => ['Ann Paper', 'Ben Paper', 'Žofia Ñandú'].find((name) => text.includes(name)))
    const { answer, pages } = await file()
    expect(payors(pages), 'Ben has paid').toEqual(['Žofia Ñandú', 'Ann Paper'])
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="bills-all.pdf"')
    expect(payors((await file('?open=without-email&size=a4')).pages)).toEqual(['Ann Paper'])
    for (const { text } of pages) expect(text.match(/\/pay\/\S+/g)).toHaveLength(1)
  })

  test('include payors whose address fails, as well as payors without e-mail', async () => {
    const { admin, programId } = await startNetwork(app, {
      csv: 'firstName,lastName,email\nAnn,Gone,ann.gone@example.org\nBen,Here,ben.here@example.org\n',
    })
    await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
    const mail = async () =>
      (await app.guest().get<{ data: { messageId: string }[] }>('/api/sandbox/mail?to=ann.gone@example.org')).data.map(({ messageId }) => messageId)
    await expect.poll(async () => (await mail()).length).toBe(1)
    const events = JSON.stringify({ events: [{ type: 'bounced', messageId: (await mail())[0], reason: '550 5.1.1 No such user' }] })
    const headers = { 'content-type': 'application/json', 'vestry-signature': signatureOf(SECRET, events, Math.floor(Date.now() / 1000)) }
    // The webhook may arrive before the mail counts as sent; until then it is sent again.
    await expect.poll(async () => (await app.guest().send('post', '/api/mail/events', { raw: events, headers })).body).toEqual({ received: 1 })
    const { pages } = await fileOf(`/api/assessment-programs/${programId}/bills.pdf?open=without-email`, admin)
    expect(pages.map(({ text }) => ['Ann Gone', 'Ben Here'].filter((name) => text.includes(name)))).toEqual([['Ann Gone']])
  })

  test('are refused with a message if none is open', async () => {
    const empty = await startNetwork(app, { csv: 'firstName,lastName,email\nRuth,Paid,ruth@example.org\n' })
    const { status, body } = await empty.admin.send('get', `/api/assessment-programs/${empty.programId}/bills.pdf?open=without-email`)
    expect([status, body.code, body.message]).toEqual([409, 'nothing-to-print', 'There is no open bill to print.'])
  })
})

test('the page and the file agree: account numbers are on the paper, not in the data of Admins', async () => {
  const bill = billOf('Paper', 'Ann')
  const { data } = await network.admin.get<PrintedBills>(`/api/assessment-programs/${network.programId}/print-bills`)
  const [printed] = data
  expect(printed?.billId).toBe(bill.id)
  expect(JSON.stringify(printed)).toContain('****4321')
  const { data: own } = await app.guest().get<{ data: Sheet }>(`/api/assessment-bills/${bill.id}/sheet`)
  expect(JSON.stringify(own)).toContain('000987654321')
  const { data: kept } = await network.admin.get<{ data: Sheet }>(`/api/assessment-bills/${bill.id}/sheet`)
  expect(kept).toEqual(printed?.sheet)
  const [page] = (await billFile(bill.id)).pages
  for (const { label, detail, amount } of own.items) for (const words of [label, detail, amount]) expect(page?.text).toContain(words ?? '')
  for (const { label, value } of [...own.facts, ...(own.slip?.rows ?? [])])
    expect([page?.text.includes(label), page?.text.includes(value)]).toEqual([true, true])
})
