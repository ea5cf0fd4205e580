import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { Stripe } from 'stripe'
import { STRIPE_EVENTS } from '../modules/payments/contract.ts'
import { connectTo, type StripeSettings } from '../modules/payments/stripe/connection.ts'
import type { Config } from '../modules/platform/config.ts'
import { openStore } from '../modules/platform/event-store/open-store.ts'
import { assertRightLog } from '../modules/platform/event-store/right-log.ts'
import { verifyMail } from '../modules/platform/mail/mail.ts'
import { opensKeys } from '../modules/platform/personal-data/installation-keys.ts'
import { masterKeysOf } from '../modules/platform/personal-data/master-key.ts'
import { assertSeesSessions } from '../modules/platform/postgres/lock-sessions.ts'
import { runTool, withDatabase } from './with-database.ts'

/**
 * The result of a check: advice if something is wrong, else null. A finding that is `open` does not prevent going live.
 */
export type Finding = Readonly<{ about: string; advice: string | null; open?: true }>

const SKEW_MS = 30_000

const finding = (about: string, isRight: boolean, advice: string): Finding => ({ about, advice: isRight ? null : advice })

const trying = async (about: string, check: () => Promise<unknown>, advice: string | ((error: unknown) => string)): Promise<Finding> => {
  try {
    await check()
    return { about, advice: null }
  } catch (error) {
    const todo = typeof advice === 'string' ? advice : advice(error)
    return { about, advice: `${todo} (${error instanceof Error ? error.message : String(error)})` }
  }
}

const aboutSettings = ({
  baseUrl,
  sandbox,
  oauth,
  backupKey,
  backupPassphrase,
  personalDataKey,
  otherPersonalDataKey,
  smtpUrl,
  mailFrom,
  trustProxy,
}: Config): Finding[] => [
  finding('address', baseUrl?.startsWith('https://') ?? false, 'Set BASE_URL to the https address under which people reach the product.'),
  finding(
    'proxy',
    !baseUrl?.startsWith('https://') || trustProxy !== undefined,
    'Set TRUST_PROXY for what puts TLS in front (scripts/OPERATE.md): without it all visitors count as one address, and share its limits.',
  ),
  finding('sandbox', !sandbox, 'The sandbox is on: everybody can read every mail and sign in as anybody. Set SANDBOX=0, and remove ALLOW_SANDBOX.'),
  finding(
    'personal data',
    personalDataKey !== undefined,
    'Set PERSONAL_DATA_KEY (openssl rand -base64 32), and keep it at another place than the backups.',
  ),
  finding(
    'change of the key',
    otherPersonalDataKey === undefined,
    'PERSONAL_DATA_KEY_OTHER is set: once every process has both keys, run `npm run rewrap`; then take it away, and restart.',
  ),
  finding(
    'mail settings',
    smtpUrl !== undefined && !isMadeUp(mailFrom),
    'Set SMTP_URL, and MAIL_FROM to a sender that your mail service has verified.',
  ),
  finding('key of backups', Boolean(backupKey ?? backupPassphrase), 'Set BACKUP_KEY, and run `npm run backup -- FILE` from a timer.'),
  {
    ...finding(
      'sign-in with Google and Facebook',
      Boolean(oauth.google && oauth.facebook),
      'Without their credentials the buttons say what is missing: set GOOGLE_CLIENT_ID and _SECRET, FACEBOOK_CLIENT_ID and _SECRET, or leave it so.',
    ),
    open: true,
  },
]

/** A sender of a reserved domain, such as the default of MAIL_FROM (RFC 2606). */
const isMadeUp = (mailFrom: string): boolean => /\.(example|test|invalid|localhost)>?\s*$/.test(mailFrom)

/** The blocked events; none for a database without our tables. */
const blockedEvents = async (client: pg.Client): Promise<string[]> => {
  const { rows: there } = await client.query<{ there: boolean }>(`select to_regclass('mending.unfolded') is not null as there`)
  if (!there[0]?.there) return []
  const { rows } = await client.query<Record<'projection' | 'type' | 'stream' | 'since', string>>(
    `select projection, type, stream, to_char(first_tried_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as since from mending.unfolded order by position`,
  )
  return rows.map(({ projection, type, stream, since }) => `${projection} is blocked at a ${type} of ${stream} since ${since} UTC`)
}

const aboutLog = (config: Config): Promise<Finding[]> => {
  const found: Finding[] = []
  return withDatabase(config, async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
      const skew = Math.abs(Date.now() - (rows[0]?.now.getTime() ?? 0))
      found.push(
        finding('clock', skew < SKEW_MS, `This machine and its database differ by ${Math.round(skew / 1000)} s: run an NTP service on both.`),
      )
      const { rows: logged } = await client.query<{ log_error_verbosity: string }>('show log_error_verbosity')
      found.push({
        ...finding(
          "Postgres' own log",
          logged[0]?.log_error_verbosity === 'terse',
          'It quotes rows of failed statements, and with them names: `alter system set log_error_verbosity = terse`, then `select pg_reload_conf()`.',
        ),
        open: true,
      })
      found.push(
        await trying(
          'sessions',
          () => assertSeesSessions(client),
          'What was forgotten cannot be erased from the disk, and Operations is incomplete.',
        ),
      )
      found.push(
        await trying(
          'key of personal data',
          async () => {
            if (!(await opensKeys(client, masterKeysOf(config)))) throw new Error('it does not open them')
          },
          'The key does not open the data in this database: use the one that they were written with.',
        ),
      )
      found.push(
        await trying(
          'read models',
          async () => {
            const blocked = await blockedEvents(client)
            if (blocked.length > 0) throw new Error(blocked.join('; '))
          },
          'An event cannot be read. A later release may read it, or an Admin of its network quarantines it, in the journal under Blocked Events.',
        ),
      )
      const log = async () => {
        const store = await openStore(config.eventStore, url)
        try {
          await store.head()
          await assertRightLog(client, store, config.eventStore)
        } finally {
          await store.close()
        }
      }
      found.push(await trying('event log', log, 'Look at EVENT_STORE and at the server that it names.'))
    } finally {
      await client.end()
    }
  }).then(
    () => found,
    (error: unknown) => [
      ...found,
      { about: 'database', advice: `It cannot be reached: look at DATABASE_URL. (${error instanceof Error ? error.message : String(error)})` },
    ],
  )
}

const modeOf = (key: string): 'live' | 'test' => (key.includes('_live_') ? 'live' : 'test')

const adviceOnKey = (error: unknown): string =>
  error instanceof Stripe.errors.StripeConnectionError
    ? 'Stripe cannot be reached from here: look at the network, and at STRIPE_API_URL if it is set.'
    : 'Stripe refuses STRIPE_SECRET_KEY: copy it anew from the dashboard.'

export const aboutStripe = async (settings: StripeSettings | null, baseUrl: string | undefined, isNeeded = true): Promise<Finding[]> => {
  if (!settings) {
    const off = finding('Stripe', false, 'Cards and bank debits are off: set STRIPE_SECRET_KEY and the three settings beside it.')
    return [
      isNeeded
        ? off
        : { ...off, advice: 'Cards and bank debits are off, and no payment profile takes them. Leave it so, or set the four settings.', open: true },
    ]
  }
  const stripe = connectTo(settings)
  const sameMode = modeOf(settings.secretKey) === modeOf(settings.publishableKey)
  const keys = await trying('Stripe keys', () => stripe.balance.retrieve(), adviceOnKey)
  const modes = finding('Stripe mode', sameMode, 'One key is live and the other for testing: take both of one kind.')
  if (keys.advice) return [keys, modes]
  const url = `${baseUrl ?? ''}/api/stripe/webhook`
  const endpoint = await trying(
    "Stripe's webhooks",
    async () => {
      const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
      const ours = data.find((one) => one.url === url)
      if (!ours) throw new Error(`no endpoint is ${url}`)
      if (ours.status !== 'enabled') throw new Error(`it is ${ours.status}`)
      const missing = STRIPE_EVENTS.filter((type) => !ours.enabled_events.includes(type) && !ours.enabled_events.includes('*'))
      if (missing.length > 0) throw new Error(`it lacks ${missing.join(', ')}`)
    },
    'Add an endpoint for events on connected accounts in the Stripe dashboard, with the events that scripts/OPERATE.md lists.',
  )
  const accounts = await trying(
    "Stripe's account events",
    async () => {
      const { data } = await stripe.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] })
      if (!data.some((one) => one.webhook_endpoint?.url === `${url}/accounts`)) throw new Error(`no destination is ${url}/accounts`)
    },
    'Add an event destination with thin events of connected accounts in the Stripe dashboard.',
  )
  return [keys, modes, endpoint, accounts]
}

const wallets = async (settings: StripeSettings | null, accounts: readonly string[], baseUrl: string | undefined): Promise<Finding[]> => {
  if (!settings || !baseUrl) return []
  const stripe = connectTo(settings)
  const { hostname } = new URL(baseUrl)
  return Promise.all(
    accounts.map((accountId) =>
      trying(
        `wallets of ${accountId}`,
        async () => {
          const { data } = await stripe.paymentMethodDomains.list({ domain_name: hostname }, { stripeContext: accountId })
          if (data.length === 0) throw new Error(`${hostname} is not registered`)
        },
        'Apple Pay and Google Pay are not offered: open the profile in the settings and connect it again, which registers the domain.',
      ),
    ),
  )
}

const accountsIn = async (config: Config): Promise<string[]> => {
  const accounts: string[] = []
  await withDatabase(config, async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client
      .query<{ id: string }>('select account_id as id from read.payment_profiles where account_id is not null')
      .finally(() => client.end())
    accounts.push(...rows.map(({ id }) => id))
  }).catch(() => {})
  return accounts
}

/** Stripe is required only if a profile is connected to it: a church without cards may go live without it. */
const aboutCards = async (config: Config): Promise<Finding[]> => {
  const accounts = await accountsIn(config)
  return [...(await aboutStripe(config.stripe, config.baseUrl, accounts.length > 0)), ...(await wallets(config.stripe, accounts, config.baseUrl))]
}

const aboutDisks = ({ databaseUrl, disks }: Config): Finding[] => [
  {
    ...finding(
      'disks',
      databaseUrl === undefined || disks.length > 0,
      'Nobody looks at the disks of Postgres and of the log: name folders on them in DISKS, or watch them where they are.',
    ),
    open: true,
  },
]

export const examine = async (config: Config): Promise<Finding[]> => [
  ...aboutSettings(config),
  ...(config.smtpUrl
    ? [await trying('mail server', () => verifyMail(config.smtpUrl ?? ''), 'The mail server does not take mail: look at SMTP_URL.')]
    : []),
  ...(await aboutLog(config)),
  ...aboutDisks(config),
  ...(await aboutCards(config)),
]

export const report = (found: readonly Finding[]): Readonly<{ lines: readonly string[]; isReady: boolean }> => {
  const stateOf = ({ advice, open }: Finding) => (advice === null ? 'ok' : open ? 'open' : 'NOT READY')
  const lines = found.map((one) => `${stateOf(one).padEnd(9)} ${one.about}${one.advice === null ? '' : `: ${one.advice}`}`)
  const wrong = found.filter((one) => stateOf(one) === 'NOT READY').length
  return { lines: [...lines, wrong === 0 ? 'Ready to go live.' : `${wrong} of ${found.length} are to be put right.`], isReady: wrong === 0 }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await runTool(async (config) => {
    const { lines, isReady } = report(await examine(config))
    for (const line of lines) console.log(line)
    if (!isReady) process.exitCode = 1
  })
