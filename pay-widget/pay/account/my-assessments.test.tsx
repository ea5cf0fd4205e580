import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { payPath } from '../links.ts'
import { sampleRow } from '../samples.ts'
import { AssessmentList, type Mine } from './my-assessments.tsx'

const none = () => {}
const draw = (mine: Mine, changes: Partial<ComponentProps<typeof AssessmentList>> = {}): string =>
  renderToStaticMarkup(
    <AssessmentList mine={mine} paidOnly={false} heading="h2" wide hrefOf={payPath} onPage={none} onRetry={none} {...changes} />,
  ).replace(/&#x27;/g, "'")

const ready = (totalItems: number, pageSize = 10): Mine => ({
  kind: 'ready',
  list: {
    data: [sampleRow(), sampleRow({ id: 'b2' as never, status: 'Paid' })].slice(0, totalItems),
    pagination: { page: 1, pageSize, totalPages: Math.ceil(totalItems / pageSize), totalItems },
  },
})

it('shows a table on a wide screen, with links to pay the open bills', () => {
  const html = draw(ready(2))
  for (const word of ['Assessment', 'Status', 'Due Date', 'Amount', 'Action', 'Yearly dues', 'Unpaid', 'Paid', '$250.00', 'Mar 31, 2026'])
    expect(html).toContain(word)
  expect(html.match(/title="Click to pay this assessment"/g)).toHaveLength(1)
  expect(html).toMatch(/href="\/pay\/b1">Pay</)
  expect(html).toContain('Showing 2 of 2 assessments')
  expect(html).not.toContain('Previous')
})

it('says why a bill cannot be paid, and how much is open after a part was paid', () => {
  const closed = { ...sampleRow().program, status: 'Completed' } as const
  const data = [
    sampleRow({ program: closed, status: 'Partial', balance: 150 }),
    sampleRow({ id: 'b2' as never, status: 'PendingConfirmation' }),
    sampleRow({ id: 'b3' as never, status: 'Archived' }),
    sampleRow({ id: 'b4' as never, status: 'Paid', program: closed }),
  ]
  const list = { data, pagination: { page: 1, pageSize: 10, totalPages: 1, totalItems: 4 } }
  for (const wide of [true, false]) {
    const html = draw({ kind: 'ready', list }, { wide })
    for (const word of [
      'This assessment program is not currently accepting payments.',
      'Payment has been submitted and is pending confirmation.',
      'This assessment has been archived. Nothing is due.',
      '$150.00 open',
    ])
      expect(html.split(word)).toHaveLength(2)
    expect(html).not.toContain('href=')
  }
})

it('shows the amount and the day of the next part of a bill with a plan', () => {
  const data = [sampleRow({ amount: 250, balance: 200, nextDue: { amount: 50, dueDate: '2027-03-01T00:00:00.000Z' } })]
  const list = { data, pagination: { page: 1, pageSize: 10, totalPages: 1, totalItems: 1 } }
  for (const wide of [true, false]) {
    const html = draw({ kind: 'ready', list }, { wide })
    for (const word of ['Mar 1, 2027', 'Next payment: $50.00', '$200.00 open']) expect(html).toContain(word)
    expect(html).not.toContain('Mar 31, 2026')
  }
})

it('names the payor of each bill', () => {
  const data = [sampleRow(), sampleRow({ id: 'b2' as never, individualMember: null })]
  const list = { data, pagination: { page: 1, pageSize: 10, totalPages: 1, totalItems: 2 } }
  for (const wide of [true, false]) {
    const html = draw({ kind: 'ready', list }, { wide })
    expect(html).toContain('>Ruth Okonjo-Bell<')
    expect(html).toContain('>Grace Chapel, Tarn Hollow<')
  }
})

it('shows cards on a narrow screen', () => {
  const html = draw(ready(2), { wide: false })
  expect(html).not.toContain('<table')
  expect(html).toContain('>Pay Now<')
})

it('has pagination for several pages', () => {
  const html = draw(ready(43))
  expect(html).toContain('Showing 2 of 43 assessments')
  expect(html).toContain('aria-label="Page 5"')
})

it('shows links to the first and the last page on a page past the end', () => {
  const past: Mine = { kind: 'ready', list: { data: [], pagination: { page: 9, pageSize: 10, totalPages: 5, totalItems: 43 } } }
  const html = draw(past)
  for (const word of ['There is nothing on this page', 'The list has 5 pages.', '>First page<', '>Last page<']) expect(html).toContain(word)
  expect(html).not.toMatch(/Showing|<table/)
})

it('says that it is loading, is empty or has failed', () => {
  expect(draw(ready(0))).toContain('My Assessments')
  expect(draw(ready(0), { paidOnly: true })).toContain('My Paid Assessments')
  expect(draw(ready(0))).toContain("You don't have any assessments assigned to you at this time.")
  expect(draw(ready(0))).toContain('No assessments found')
  expect(draw({ kind: 'loading' })).toContain('Loading your assessments...')
  const error = draw({ kind: 'error', detail: () => 'Failed to load your assessments' })
  for (const word of ['Error loading your assessments', 'Failed to load your assessments', 'Try Again']) expect(error).toContain(word)
})
