import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PublicMethods } from '../../modules/bills/contract.ts'
import { type ManualMethod, manualMethods } from '../../modules/kernel/payment-methods.ts'
import { breakable } from '../../modules/shared/breakable.ts'
import { formatDayIn } from '../../modules/shared/day-words.ts'
import { pageNumbers } from './account/pages.tsx'
import { fullName, visitorOf } from './account/use-visitor.ts'
import { CALL_MS, inTime } from './api.ts'
import { amountToShow, chosenMethod, isByStripe, isPayable, offeredMethods, statusMessage, usableMethods } from './bill/bill-state.ts'
import { detailsOf, instructionsOf } from './bill/method-panel.tsx'
import { nameOfSaved } from './card/saved-methods.tsx'
import { nextTab } from './focus.ts'
import { choosePath, guestPath, loginPath, sitePath } from './links.ts'
import { allMethods, sampleBill, sampleRow } from './samples.ts'
import { placeOf } from './use-place.ts'
import { formatMoney, initials } from './words/format.ts'
import { listWords } from './words/lists.ts'
import { messages } from './words/messages.ts'
import { en } from './words/messages-en.ts'

describe('[d] the message that a bill cannot be paid', () => {
  const closed = { ...sampleBill().program, status: 'Completed' as const }
  it('depends on the bill first, then on the program', () => {
    expect(statusMessage({ id: 'b1', status: 'Archived' })).toBe('archived')
    expect(statusMessage(sampleBill({ status: 'Paid', program: closed }))).toBe('paid')
    expect(statusMessage(sampleBill({ status: 'PendingConfirmation', program: closed }))).toBe('pending')
    expect(statusMessage(sampleBill({ program: closed }))).toBe('unavailable')
    for (const status of ['Unpaid', 'Partial', 'Overdue', 'Failed'] as const) expect(statusMessage(sampleBill({ status }))).toBeNull()
  })
})

describe('methods', () => {
  const profile = (methods: PublicMethods, chargesEnabled = true) => sampleBill({ methods, chargesEnabled }).paymentProfile
  it("list the card first, and of Stripe's methods only those that the account can take", () => {
    expect(offeredMethods(profile(allMethods))).toEqual(['credit', ...manualMethods])
    expect(offeredMethods(profile(allMethods, false))).toEqual(manualMethods)
    expect(offeredMethods(profile({ credit: {}, ach: { kind: 'debit' } }))).toEqual(['credit', 'ach'])
    expect(offeredMethods(profile({ credit: {}, ach: { kind: 'debit' } }, false))).toEqual([])
    expect(offeredMethods(null)).toEqual([])
  })
  it('tells a bank debit by Stripe from a transfer by hand', () => {
    expect(isByStripe({ ach: { kind: 'debit' } }, 'ach')).toBe(true)
    expect(isByStripe(allMethods, 'ach')).toBe(false)
    expect(usableMethods({ credit: {}, ach: { kind: 'debit' }, wire: {} })).toEqual(['wire'])
  })
  it('selects the wanted tab if it exists, else the first', () => {
    expect(chosenMethod(['wire', 'zelle'], 'zelle')).toBe('zelle')
    expect(chosenMethod(['wire', 'zelle'], 'paypal')).toBe('wire')
    expect(chosenMethod([], 'wire')).toBeNull()
  })
  it("reads the recipient's name from either field, and leaves out missing fields", () => {
    const methods = { wire: { bankName: 'B', routingNumber: '1', accountNumber: '2', accountName: 'A', recipientName: null } }
    expect(instructionsOf(en, 'wire', methods, sampleBill()).map(({ value }) => value)).toEqual(['B', '1', '2', 'A', 'RUTHBELL Ruth Okonjo-Bell'])
    expect(instructionsOf(en, 'venmo', { venmo: { venmoHandle: null } }, sampleBill())).toHaveLength(1)
  })
  it('breaks long values at separators, and short ones nowhere', () => {
    expect(breakable('giving@elmsworth.example')).toEqual(['giving', '@elmsworth', '.example'])
    expect(breakable('00098765432109876')).toEqual(['0009', '8765', '4321', '09876'])
    for (const whole of ['000123456789', 'St. Paul Treasury', 'PO Box 12\nElmsworth, OR 97401', '(701) 555-0143', '@elmsworth-v'])
      expect(breakable(whole)).toEqual([whole])
  })
  it('names saved methods', () => {
    const card = { id: 'pm_1', kind: 'credit', brand: 'visa', last4: '4242', expires: '12/31' } as const
    expect(nameOfSaved('en', card)).toBe('Visa ending in 4242, expires 12/31')
    expect(nameOfSaved('es', { ...card, brand: 'amex' })).toBe('American Express terminada en 4242, vence 12/31')
    const bank = { ...card, kind: 'ach', brand: 'Prairie Bank', expires: null } as const
    expect(nameOfSaved('en', bank)).toBe('Prairie Bank ending in 4242')
  })
  it('shows no details for an unknown method', () => {
    const unknown = 'pigeon' as ManualMethod
    expect(usableMethods({ ...allMethods, [unknown]: { ring: 'A1' } })).not.toContain(unknown)
    expect(detailsOf(en, unknown, allMethods)).toEqual([])
  })
})

describe('amounts, days and names', () => {
  it('asks for the balance of a partly paid bill', () => {
    expect(amountToShow(sampleBill({ status: 'Partial', balance: 150 }))).toBe(150)
    expect(amountToShow(sampleBill({ status: 'Paid', balance: 0 }))).toBe(250)
  })
  it('formats money and days the same everywhere', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50')
    expect(formatDayIn('en', '2026-03-31T00:00:00.000Z')).toBe('Mar 31, 2026')
    expect(formatDayIn('es', '2026-03-01')).toBe('1 mar 2026')
    expect(initials('Elmsworth Covenant Network')).toBe('EC')
    expect(initials('  (the) église ')).toBe('É')
  })
  it('has every text in both languages', () => {
    expect(Object.keys(messages.es).sort()).toEqual(Object.keys(messages.en).sort())
    expect(Object.keys(listWords.es).sort()).toEqual(Object.keys(listWords.en).sort())
    expect(en.dueIn(0)).toBe('today')
    expect(en.overdue(62)).toBe('overdue 62 days')
  })
})

describe('the visitor', () => {
  it("is not signed out; another user gets a notice and the server's sign-out link (R69)", () => {
    const logout = { action: 'logout' as const, redirectTo: '/logout?redirectTo=/pay/b1' }
    expect(visitorOf('Ada', true, { action: 'allow' })).toEqual({ kind: 'owner', name: 'Ada', isBack: true })
    expect(visitorOf('Ada', false, logout)).toEqual({ kind: 'stranger', name: 'Ada', signOutPath: '/logout?redirectTo=/pay/b1' })
    expect(visitorOf('Ada', false, { action: 'logout', redirectTo: 'https://evil.example' })).toMatchObject({ signOutPath: null })
  })
  it('joins the known names', () => {
    expect(fullName({ firstName: 'Ruth', lastName: 'Okonjo-Bell' })).toBe('Ruth Okonjo-Bell')
    expect(fullName({ firstName: ' ', lastName: 'Bell' })).toBe('Bell')
    expect(fullName(null)).toBe('')
  })
})

describe('addresses', () => {
  const at = { id: 'b1', lang: 'es', langChosen: false, embedded: null }
  it('keep the language only if it was chosen', () => {
    expect(choosePath(at)).toBe('/pay/b1')
    expect(guestPath(at)).toBe('/pay/b1?as=guest')
    expect(guestPath({ ...at, langChosen: true }, 'zelle')).toBe('/pay/b1?as=guest&method=zelle&lang=es')
    const framed = { ...at, embedded: { sites: [], appearance: 'theme=dark&accent=%23000' } }
    expect(guestPath(framed)).toBe('/embed/pay/b1?as=guest&theme=dark&accent=%23000')
    expect(choosePath(framed)).toBe('/embed/pay/b1?theme=dark&accent=%23000')
    expect(loginPath(at)).toBe('/login?redirectTo=%2Fpay%2Fb1')
    expect(loginPath({ ...framed, langChosen: true })).toBe('/login?redirectTo=%2Fpay%2Fb1%3Flang%3Des')
    const place = { step: 'guest', method: 'wire', lang: 'en', langChosen: false, whole: false, list: null }
    expect(placeOf('?as=guest&method=wire&lang=xx', 'en')).toEqual(place)
  })
  it('of other sites are dropped', () => {
    for (const path of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', '', undefined]) expect(sitePath(path)).toBeNull()
    expect(sitePath('/logout?redirectTo=/pay/b1')).toBe('/logout?redirectTo=/pay/b1')
  })
})

it('moves between tabs by keyboard', () => {
  expect(nextTab('ArrowRight', 2, 3)).toBe(0)
  expect(nextTab('ArrowLeft', 0, 3)).toBe(2)
  expect(nextTab('Home', 2, 3)).toBe(0)
  expect(nextTab('End', 0, 3)).toBe(2)
  expect(nextTab('a', 0, 3)).toBeNull()
})

it('lists the page numbers to show', () => {
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(5, 9)).toEqual([1, null, 4, 5, 6, null, 9])
})

it('has a Pay button if money is open and the program accepts payments', () => {
  for (const status of ['Unpaid', 'Partial', 'Overdue', 'Failed'] as const) expect(isPayable(sampleRow({ status }))).toBe(true)
  for (const status of ['Paid', 'PendingConfirmation', 'Archived'] as const) expect(isPayable(sampleRow({ status }))).toBe(false)
  expect(isPayable(sampleRow({ program: { ...sampleRow().program, status: 'Completed' } }))).toBe(false)
})

describe('a call with a time limit', () => {
  afterEach(() => void vi.useRealTimers())

  it('fails at the limit, and clears its timer if it ends earlier', async () => {
    vi.useFakeTimers()
    const late = inTime(new Promise(() => {})).catch((error: unknown) => String(error))
    await vi.advanceTimersByTimeAsync(CALL_MS)
    expect(await late).toBe('Error: It did not come in time')
    await expect(inTime(Promise.resolve('done'))).resolves.toBe('done')
    await expect(inTime(Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(vi.getTimerCount()).toBe(0)
  })
})
