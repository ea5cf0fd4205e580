import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import type { PublicBill } from '../bills/contract.ts'
import type { PaymentProfile } from '../payment-profiles/contract.ts'
import { styleHash } from '../platform/http/content-security.ts'

type Network = Awaited<ReturnType<typeof startNetwork>>

let app: App
let network: Network
let account: string | null
beforeAll(async () => {
  app = await startApp()
  network = await startNetwork(app)
})
afterAll(() => app.stop())

const profilePath = () => `/api/payment-profiles/${network.profileId}`
/** Enables only the given methods. */
const enable = (methods: object) => network.admin.put(profilePath(), { name: 'Main', methods })
const credit = { Credit: { isEnabled: true } }
const zelle = { Zelle: { isEnabled: true, zelleContact: 'pay@example.org' } }
const transfer = { ACH: { isEnabled: true, bankName: 'First Bank', accountName: 'Synod', routingNumber: '123123123', accountNumber: '111222333444' } }

const profileOf = async (billId = network.bills[0]?.id) => {
  const { data } = await app.guest().get<{ data: PublicBill }>(`/api/assessment-bills/${billId}`)
  return data.paymentProfile
}
const stands = async (chargesEnabled: boolean, achEnabled: boolean) => {
  await app.guest().post(`/api/sandbox/stripe/accounts/${account}`, { chargesEnabled, achEnabled })
  await expect.poll(async () => (await profileOf())?.chargesEnabled).toBe(chargesEnabled)
}

describe("the public bill's offer through Stripe", () => {
  test('is empty before the account takes payments', async () => {
    await enable({ ...credit, ...zelle })
    expect(await profileOf()).toMatchObject({ chargesEnabled: false, methods: { credit: {} } })
    await network.admin.post('/api/stripe/onboard-admin', { paymentProfileId: network.profileId })
    account = (await network.admin.get<PaymentProfile>(profilePath())).stripeAccountId
    const profile = await profileOf()
    expect([profile?.chargesEnabled, Object.keys(profile?.methods ?? {})]).toEqual([false, ['credit', 'zelle']])
  })

  test('is the card, and a bank debit if the account takes it', async () => {
    await stands(true, false)
    expect(Object.keys((await profileOf())?.methods ?? {})).toEqual(['credit', 'zelle'])
    await stands(false, true)
    expect(Object.keys((await profileOf())?.methods ?? {})).toEqual(['credit', 'zelle'])
    await stands(true, true)
    await expect.poll(async () => (await profileOf())?.methods.ach).toEqual({ kind: 'debit' })
  })

  test('accepts no claim: a bank debit cannot be marked as sent', async () => {
    const claim = () => app.guest().send('post', `/api/assessments/${network.bills[0]?.id}/mark-as-paid`, { json: { paymentMethod: 'ach' } })
    const { status, body } = await claim()
    expect([status, body.code]).toEqual([409, 'method-not-enabled'])
  })

  test('has no bank debit if the profile has an account for transfers', async () => {
    await enable({ ...credit, ...transfer })
    expect((await profileOf())?.methods).toMatchObject({ credit: {}, ach: { kind: 'transfer', accountNumber: '111222333444' } })
    await enable(zelle)
    expect(Object.keys((await profileOf())?.methods ?? {})).toEqual(['zelle'])
  })

  test("is empty below Stripe's minimum", async () => {
    await enable({ ...credit, ...zelle })
    const [, bill] = network.bills
    const balance = async (dollars: number) =>
      network.admin.post(`/api/assessment-bills/${bill?.id}/adjustments`, { amount: dollars, reason: 'Test' })
    await balance(-99.5)
    expect(Object.keys((await profileOf(bill?.id))?.methods ?? {})).toEqual(['credit', 'ach', 'zelle'])
    await balance(-0.01)
    expect(Object.keys((await profileOf(bill?.id))?.methods ?? {})).toEqual(['zelle'])
  })

  test('distinguishes a claim, which may be withdrawn, from a debit in progress, which may not', async () => {
    const [claimed, ,] = network.bills
    // Reads the bill as the pay page does.
    const read = async (id: string | undefined) => (await app.guest().send<{ data: PublicBill }>('get', `/api/assessment-bills/${id}`)).body.data
    const intent = await app.guest().post<{ paymentIntentId: string }>('/api/payments/create-intent', { assessmentId: claimed?.id, method: 'ach' })
    await app.guest().post(`/api/sandbox/stripe/intents/${intent.paymentIntentId}/pay`, { accountNumber: '000000000009' })
    await expect.poll(() => read(claimed?.id)).toMatchObject({ status: 'PendingConfirmation', isClaimed: false })
    const other = await startNetwork(app)
    await app.guest().post(`/api/assessments/${other.bills[0]?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
    expect(await read(other.bills[0]?.id)).toMatchObject({ status: 'PendingConfirmation', isClaimed: true })
  })
})

test('a check by mail comes last, with payee and address; it can be claimed if enabled, and once confirmed counts as a check', async () => {
  const { admin, profileId, bills } = await startNetwork(app)
  const id = bills[0]?.id
  const claim = () => app.guest().send('post', `/api/assessments/${id}/mark-as-paid`, { json: { paymentMethod: 'check' } })
  expect((await claim()).body.code).toBe('method-not-enabled')
  const check = { payableTo: 'Synod', mailingAddress: 'PO Box 12\nElmsworth, OR 97401' }
  await admin.put(`/api/payment-profiles/${profileId}`, { name: 'Main', methods: { CHECK: { isEnabled: true, ...check }, ...zelle } })
  const offered = (await profileOf(id))?.methods ?? {}
  expect([Object.keys(offered), offered.check]).toEqual([['zelle', 'check'], check])
  expect((await claim()).status).toBe(200)
  await admin.put(`/api/assessment-bills/${id}/mark-as-paid`, {})
  expect((await admin.get('/api/payments')).data).toMatchObject([{ method: 'check' }])
  expect((await admin.send('get', '/api/exports/payments.csv')).text).toContain(',Check,')
})

describe('the headers of the pay page', () => {
  const headersOf = async (base: string, path: string) => {
    const answer = await fetch(`${base}${path}`)
    const { headers } = answer
    const sheet = styleHash(/<style>([^<]+)<\/style>/.exec(await answer.text())?.[1] ?? '')
    return {
      policy: (headers.get('content-security-policy') ?? '').split(';'),
      sheet,
      permissions: headers.get('permissions-policy'),
      opener: headers.get('cross-origin-opener-policy'),
    }
  }

  test('allow the stand-in, which has this origin, to request payments, and nothing else', async () => {
    const { policy, sheet, permissions, opener } = await headersOf(app.base, `/pay/${network.bills[0]?.id}`)
    expect(policy.join(';')).not.toContain('stripe.com')
    expect(policy, 'of styles the sheet within the page alone').toContain(`style-src 'self' ${sheet}`)
    expect([permissions, opener]).toEqual(['payment=(self)', 'same-origin'])
  })

  test("allow Stripe's documented origins if Stripe is set up, on this page alone", async () => {
    const set = Object.fromEntries(['WEBHOOK_SECRET', 'ACCOUNTS_WEBHOOK_SECRET'].map((name) => [`STRIPE_${name}`, 'whsec_x']))
    const real = await startApp({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x', ...set })
    try {
      const { policy, sheet, permissions, opener } = await headersOf(real.base, '/pay/AAAAAAAAAAAAAAAAAAAAAA')
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
          "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
          "connect-src 'self' https://api.stripe.com",
          `style-src 'self' ${sheet}`,
          "frame-ancestors 'none'",
        ]),
      )
      expect(permissions).toBe('payment=(self "https://js.stripe.com" "https://*.js.stripe.com")')
      expect(opener).toBe('same-origin-allow-popups')
      for (const path of ['/login', '/api/auth/verify', '/nothing-here']) {
        const { policy: others, permissions: permitted } = await headersOf(real.base, path)
        expect([others.join(';').includes('stripe.com'), permitted], path).toEqual([false, null])
      }
      expect(await (await fetch(`${real.base}/pay/AAAAAAAAAAAAAAAAAAAAAA`)).text(), 'the sandbox is on, and not used').toContain('"standIn":null')
    } finally {
      await real.stop()
    }
  })
})
