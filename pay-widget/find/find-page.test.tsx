import { describe, expect, it } from 'vitest'
import type { OwedBill } from '../../modules/find-bills/contract.ts'
import { renderFindPage } from '../server.tsx'
import type { FindPageView, FindStep } from './view.ts'

const bill = (changes: Partial<OwedBill> = {}) =>
  ({
    id: 'b1',
    status: 'Overdue',
    programName: 'Annual dues',
    payorId: 'm1',
    payorName: 'Ruth <One>',
    payorEmail: 'ruth@example.org',
    balance: 1250.5,
    dueDate: '2026-03-31',
    daysLeft: -3,
    ...changes,
  }) as OwedBill

const draw = (shown: FindStep, changes: Partial<FindPageView> = {}): string =>
  renderFindPage({
    ...{ lang: 'en', langChosen: false, path: '/find/synod/t0ken', askPath: '/find/synod', network: 'Synod & Sons', shown },
    assets: { framed: '/framed.js', start: '/start-1.js', print: '/pay-assets/print.js', styles: 'body{margin:0}' },
    ...changes,
  })

describe('the page of open bills', () => {
  it('shows all that is needed to pay, but no address or id of the payor', () => {
    const page = draw({ step: 'list', bills: [bill()], total: 1, list: 'b1b2.x' })
    for (const part of ['Annual dues', 'Ruth &lt;One&gt;', '$1,250.50', 'Mar 31, 2026', 'overdue 3 days', 'href="/pay/b1"', 'Synod &amp; Sons'])
      expect(page).toContain(part)
    expect(page).not.toMatch(/ruth@example\.org|m1|<script/)
  })

  it('pays several bills together', () => {
    const page = draw({ step: 'list', bills: [bill(), bill({ id: 'b2' as OwedBill['id'] })], total: 2, list: 'b1b2.x' })
    expect(page).toContain('href="/pay/b1?list=b1b2.x">Pay all together')
    expect(draw({ step: 'list', bills: [bill()], total: 1, list: 'b1.x' })).not.toContain('list=')
  })

  it('shows the next part of a bill with a plan', () => {
    const inParts = bill({ nextDue: { amount: 250, dueDate: '2027-03-01T00:00:00.000Z' } })
    const page = draw({ step: 'list', bills: [inParts], total: 1, list: 'b1.x' }, { lang: 'es' })
    for (const part of ['1 mar 2027', 'Próximo pago: $250.00', '$1,250.50']) expect(page).toContain(part)
    expect(page).not.toContain('31 mar 2026')
  })

  it('says that more bills are open, or that none is left', () => {
    expect(draw({ step: 'list', bills: [bill()], total: 143, list: 'b1b2.x' })).toContain('These are the first 1 of 143 open bills.')
    expect(draw({ step: 'list', bills: [], total: 0, list: 'b1b2.x' })).toContain('No open bills')
  })

  it('keeps the chosen language in every link', () => {
    const chosen = { lang: 'es', langChosen: true } as const
    expect(draw({ step: 'list', bills: [bill()], total: 1, list: 'b1b2.x' }, chosen)).toContain('href="/pay/b1?lang=es"')
    expect(draw({ step: 'link' }, chosen)).toContain('action="/find/synod/t0ken?lang=es"')
    expect(draw({ step: 'over' }, chosen)).toContain('href="/find/synod?lang=es"')
  })
})

it('says that the bills could not be read, and offers a retry', () => {
  const page = draw({ step: 'failed' }, { network: null })
  expect(page).toContain('Failed to load')
  expect(page).toMatch(/href="\/find\/synod\/t0ken"/)
})
