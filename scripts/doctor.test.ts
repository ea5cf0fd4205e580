import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../modules/platform/config.ts'
import { aboutStripe, examine } from './doctor.ts'
import { freshDatabase, type TestDatabase } from './testing/database.ts'
import { startStripe } from './testing/stripe.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const adviceOf = (found: readonly { about: string; advice: string | null }[]) => Object.fromEntries(found.map(({ about, advice }) => [about, advice]))

test('a fresh installation hears of each thing that is missing, and what to do', async () => {
  const advice = adviceOf(await examine(readConfig({ DATABASE_URL: database.url, DATA_DIR: '/nowhere' })))
  expect(advice).toMatchObject({
    address: expect.stringContaining('BASE_URL'),
    sandbox: expect.stringContaining('SANDBOX=0'),
    'personal data': expect.stringContaining('PERSONAL_DATA_KEY'),
    'mail settings': expect.stringContaining('SMTP_URL'),
    backups: expect.stringContaining('BACKUP_KEY'),
    Stripe: expect.stringContaining('STRIPE_SECRET_KEY'),
    clock: null,
    'event log': null,
  })
})

test('what cannot be reached is named with the reason', async () => {
  const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SMTP_URL: 'smtp://127.0.0.1:1', BASE_URL: 'https://dues.example.org' }
  const advice = adviceOf(await examine(readConfig(settings)))
  expect(advice).toMatchObject({
    address: null,
    sandbox: null,
    database: expect.stringContaining('ECONNREFUSED'),
    'mail server': expect.stringContaining('ECONNREFUSED'),
  })
})

test("Stripe's keys, modes and webhooks are asked for at Stripe", async () => {
  const stripe = await startStripe()
  try {
    const { secretKey, publishableKey, webhookSecret, accountsWebhookSecret, apiUrl } = stripe
    const settings = { secretKey, publishableKey, webhookSecret, accountsWebhookSecret, apiUrl }
    const base = 'https://dues.example.org'
    const before = adviceOf(await aboutStripe(settings, base))
    expect(before).toMatchObject({
      'Stripe keys': null,
      'Stripe mode': null,
      "Stripe's webhooks": expect.stringContaining(`no endpoint is ${base}/api/stripe/webhook`),
    })
    expect(adviceOf(await aboutStripe({ ...settings, secretKey: 'sk_test_wrong' }, base))['Stripe keys']).toContain('copy it anew')
    expect(adviceOf(await aboutStripe({ ...settings, publishableKey: 'pk_live_x' }, base))['Stripe mode']).toContain('both of one kind')
  } finally {
    await stripe.stop()
  }
})
