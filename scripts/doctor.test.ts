import pg from 'pg'
import { expect, test } from 'vitest'
import { readConfig } from '../modules/platform/config.ts'
import { aboutStripe, examine, report } from './doctor.ts'
import { withDatabase } from './testing/database.ts'
import { startStripe } from './testing/stripe.ts'

const { url } = withDatabase()

const adviceOf = (found: readonly { about: string; advice: string | null }[]) => Object.fromEntries(found.map(({ about, advice }) => [about, advice]))

test('names everything that a fresh installation lacks, with advice', async () => {
  const advice = adviceOf(await examine(readConfig({ DATABASE_URL: url, DATA_DIR: '/nowhere' })))
  expect(advice).toMatchObject({
    address: expect.stringContaining('BASE_URL'),
    sandbox: expect.stringContaining('SANDBOX=0'),
    'personal data': expect.stringContaining('PERSONAL_DATA_KEY'),
    'mail settings': expect.stringContaining('SMTP_URL'),
    'key of backups': expect.stringContaining('BACKUP_KEY'),
    Stripe: expect.stringContaining('no payment profile takes them'),
    clock: null,
    'event log': null,
  })
})

test('rejects a made-up sender and a Postgres log that may quote rows', async () => {
  const settings = { DATABASE_URL: url, DATA_DIR: '/nowhere', SMTP_URL: 'smtp://127.0.0.1:1' }
  const unset = adviceOf(await examine(readConfig(settings)))
  expect(unset).toMatchObject({ 'mail settings': expect.stringContaining('MAIL_FROM'), "Postgres' own log": null })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`do $$ begin execute format('alter database %I set log_error_verbosity = ''default''', current_database()); end $$`)
  await client.end()
  const set = adviceOf(await examine(readConfig({ ...settings, MAIL_FROM: 'Synod <billing@example.org>' })))
  expect(set).toMatchObject({ 'mail settings': null, "Postgres' own log": expect.stringContaining('log_error_verbosity = terse') })
})

test('an open finding does not prevent going live', () => {
  const right = { about: 'clock', advice: null }
  const open = { about: 'sign-in with Google', advice: 'Leave it so.', open: true } as const
  const wrong = { about: 'address', advice: 'Set it.' }
  expect(report([right, open])).toEqual({
    lines: ['ok        clock', 'open      sign-in with Google: Leave it so.', 'Ready to go live.'],
    isReady: true,
  })
  expect(report([right, wrong, open])).toEqual({
    lines: ['ok        clock', 'NOT READY address: Set it.', 'open      sign-in with Google: Leave it so.', '1 of 3 are to be put right.'],
    isReady: false,
  })
})

test('a church without cards is ready without Stripe; one with a connected profile is not', async () => {
  expect(report(await aboutStripe(null, undefined, false))).toMatchObject({
    isReady: true,
    lines: [expect.stringMatching(/^open +Stripe: /), 'Ready to go live.'],
  })
  expect(report(await aboutStripe(null, undefined, true)).isReady).toBe(false)
})

test('a complete installation of a church without cards is ready', async () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  const found = await examine(
    readConfig({
      ...{ DATABASE_URL: url, DATA_DIR: '/nowhere', BASE_URL: 'https://dues.example.org', TRUST_PROXY: '1' },
      ...{
        NODE_ENV: 'production',
        PERSONAL_DATA_KEY: key,
        BACKUP_KEY: key,
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'Synod <billing@example.org>',
      },
    }),
  )
  const wrong = report(found).lines.filter((line) => line.startsWith('NOT READY'))
  // The test has no mail server, and the product has not started here.
  expect(wrong.filter((line) => !/mail server|key of personal data/.test(line))).toEqual([])
})

test('names an unreachable server with the reason', async () => {
  const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SMTP_URL: 'smtp://127.0.0.1:1', BASE_URL: 'https://dues.example.org' }
  const advice = adviceOf(await examine(readConfig(settings)))
  expect(advice).toMatchObject({
    address: null,
    proxy: expect.stringContaining('TRUST_PROXY'),
    sandbox: null,
    database: expect.stringContaining('ECONNREFUSED'),
    'mail server': expect.stringContaining('ECONNREFUSED'),
  })
})

test("checks Stripe's keys, modes and webhooks at Stripe", async () => {
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
    expect(adviceOf(await aboutStripe({ ...settings, apiUrl: 'http://127.0.0.1:1' }, base))['Stripe keys']).toContain('cannot be reached')
    expect(adviceOf(await aboutStripe({ ...settings, publishableKey: 'pk_live_x' }, base))['Stripe mode']).toContain('both of one kind')
  } finally {
    await stripe.stop()
  }
})

test('refuses Stripe settings without the secret key', () => {
  for (const name of ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_ACCOUNTS_WEBHOOK_SECRET'])
    expect(() => readConfig({ [name]: name === 'STRIPE_PUBLISHABLE_KEY' ? 'pk_a' : 'whsec_a' })).toThrow('STRIPE_SECRET_KEY is wrong: it must be set')
})

test('refuses an incomplete Stripe key before any request to Stripe', () => {
  const others = { STRIPE_PUBLISHABLE_KEY: 'pk_a', STRIPE_WEBHOOK_SECRET: 'whsec_a', STRIPE_ACCOUNTS_WEBHOOK_SECRET: 'whsec_b' }
  readConfig({ STRIPE_SECRET_KEY: 'sk_live_a', ...others })
  for (const key of ['sk_live_…', 'sk_live_a b']) expect(() => readConfig({ STRIPE_SECRET_KEY: key, ...others })).toThrow('copied whole')
})
