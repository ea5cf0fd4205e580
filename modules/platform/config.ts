import { isIP } from 'node:net'
import { z } from 'zod'
import { isLoopbackHost } from './http/public-address.ts'

const flag = <Fallback extends boolean | undefined>(fallback: Fallback) =>
  z
    .enum(['0', '1', 'true', 'false', 'on', 'off', ''], { error: 'must be 1 or 0' })
    .optional()
    .transform((value) => (value === undefined || value === '' ? fallback : ['1', 'true', 'on'].includes(value)))

const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)

/** A hint at the usual reason why a server's URL cannot be parsed: unescaped characters in its password. */
const ESCAPED = ', where signs such as @, / and # of a password stand as %40, %2F and %23'

const url = (protocols: readonly string[], hint = '') =>
  optional.refine(
    (value) => value === undefined || (URL.canParse(value) && protocols.includes(new URL(value).protocol)),
    `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}${hint}`,
  )

/** Checks a condition of a URL. A URL that cannot be parsed passes, since another check reports it. */
const ofUrl =
  (holds: (url: URL) => boolean) =>
  (value: string | undefined): boolean =>
    value === undefined || !URL.canParse(value) || holds(new URL(value))
const hasHost = ofUrl(({ hostname }) => hostname !== '')
const hasNoPath = ofUrl(({ pathname, search }) => /^\/*$/.test(pathname + search))

const PROXIES = ['loopback', 'linklocal', 'uniquelocal']
const isNetmask = (text: string): boolean => {
  const binary = text.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'))
  return isIP(text) === 4 && /^1+0*$/.test(binary.join(''))
}
const isProxy = (part: string): boolean => {
  const [address = '', bits, ...more] = part.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  const isRange = bits === undefined || (most === 32 && isNetmask(bits)) || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
  return PROXIES.includes(part) || (isIP(address) !== 0 && isRange && more.length === 0)
}

/**
 * An address, or a name with an address in angle brackets, on one line. The host may lack a dot, as inside a private
 * network.
 */
const isSender = (value: string): boolean => {
  const address = /^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(value)?.[1] ?? value
  return z.email({ pattern: z.regexes.html5Email }).safeParse(address).success
}

const startingWith = (...prefixes: readonly string[]) =>
  optional
    .refine((value) => value === undefined || prefixes.some((prefix) => value.startsWith(prefix)), `must start with ${prefixes.join(' or ')}`)
    .refine((value) => value === undefined || /^[!-~]*$/.test(value), 'must be copied whole: it has a sign that no key has')

/** Passphrases can be guessed offline, where no server limits the attempts. */
export const MIN_PASSPHRASE = 12

const aKey = optional.refine(
  (value) => value === undefined || Buffer.from(value, 'base64').length === 32,
  'must be 32 bytes in base64 (openssl rand -base64 32)',
)

const addressList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean),
  )
  .refine((addresses) => addresses.every((address) => z.email().safeParse(address).success), 'must be e-mail addresses, with commas between them')

const DISK = /^([a-z][a-z0-9-]{0,29})=(\/.+)$/

/** Parses `name=folder` pairs, one folder per disk. */
const diskList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one) => DISK.exec(one))
      .map((found) => found && { name: found[1] ?? '', folder: found[2] ?? '' }),
  )
  .refine((disks) => disks.every((disk) => disk !== null), 'must be names and folders, such as database=/var/lib/postgresql,log=/var/lib/eventstore')
  .transform((disks) => disks.filter((disk) => disk !== null))
  .refine((disks) => new Set(disks.map(({ name }) => name)).size === disks.length, 'must give each disk a name of its own')

const SAMPLERS = ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const

const Settings = z
  .object({
    PORT: z
      .string()
      .trim()
      .regex(/^\d{1,5}$/, 'must be a port number')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be a port number')
      .default(3000),
    HOST: z.string().trim().min(1, 'must be a host name or address').default('127.0.0.1'),
    DATA_DIR: z.string().trim().min(1, 'must be a folder').default('.data'),
    DEMO: flag(true),
    BASE_URL: url(['http:', 'https:']).refine(hasNoPath, 'must be an address without a path'),
    TRUST_PROXY: optional.refine(
      (value) => value === undefined || /^\d{1,2}$/.test(value) || value.split(',').every((part) => isProxy(part.trim())),
      `must be how many proxies there are, or their addresses with commas between them (10.0.0.0/8, ${PROXIES.join(', ')})`,
    ),
    DATABASE_URL: url(['postgres:', 'postgresql:'], ESCAPED),
    EVENT_STORE: z
      .string()
      .trim()
      .default('postgres')
      .refine(
        (value) => value === 'postgres' || /^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/.test(value),
        "must be 'postgres' or an esdb:// connection string",
      ),
    SMTP_URL: url(['smtp:', 'smtps:'], ESCAPED).refine(hasHost, 'must name a server'),
    MAIL_FROM: z
      .string()
      .trim()
      .refine(isSender, 'must be a sender, such as Vestry <billing@example.org>')
      .default('Vestry <billing@vestry.example>'),
    MAIL_WEBHOOK_SECRET: optional.refine((value) => value === undefined || value.length >= 16, 'must have 16 characters at least'),
    PERSONAL_DATA_KEY: aKey,
    PERSONAL_DATA_KEY_OTHER: aKey,
    BACKUP_KEY: aKey,
    BACKUP_PASSPHRASE: optional.refine(
      (value) => value === undefined || value.length >= MIN_PASSPHRASE,
      `must have ${MIN_PASSPHRASE} characters at least`,
    ),
    /** By default the sandbox is on if only this machine can reach the server. */
    SANDBOX: flag(undefined),
    ALLOW_SANDBOX: flag(false),
    RATE_LIMIT_FACTOR: z.coerce.number('must be a number above 0').positive('must be a number above 0').default(1),
    ROLE: z.enum(['all', 'web', 'projector', 'worker'], { error: 'must be all, web, projector or worker' }).default('all'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a log level, such as info' }).default('warn'),
    SECURITY_LOG: flag(true),
    NODE_ENV: optional,
    STRIPE_SECRET_KEY: startingWith('sk_', 'rk_'),
    STRIPE_PUBLISHABLE_KEY: startingWith('pk_'),
    STRIPE_WEBHOOK_SECRET: startingWith('whsec_'),
    STRIPE_ACCOUNTS_WEBHOOK_SECRET: startingWith('whsec_'),
    STRIPE_API_URL: url(['http:', 'https:']),
    GOOGLE_CLIENT_ID: optional,
    GOOGLE_CLIENT_SECRET: optional,
    FACEBOOK_CLIENT_ID: optional,
    FACEBOOK_CLIENT_SECRET: optional,
    OPERATORS: addressList,
    DISKS: diskList,
    METRICS_TOKEN: optional.refine((value) => value === undefined || value.length >= 8, 'must have 8 characters at least'),
    // Variables of OpenTelemetry, whose SDK reads these and others itself.
    OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:']),
    OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', { error: 'must be http/json' }).optional(),
    OTEL_EXPORTER_OTLP_HEADERS: optional.refine(
      (value) => value === undefined || value.split(',').every((header) => /^[^\s=]+=/.test(header.trim())),
      'must be headers such as name=value,other=value',
    ),
    OTEL_SERVICE_NAME: optional,
    OTEL_RESOURCE_ATTRIBUTES: optional,
    OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` }).optional(),
    OTEL_TRACES_SAMPLER_ARG: z.coerce
      .number('must be a number from 0 to 1')
      .min(0, 'must be a number from 0 to 1')
      .max(1, 'must be a number from 0 to 1')
      .optional(),
    OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp'),
    OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp'),
    OTEL_SDK_DISABLED: flag(false),
  })
  .superRefine((env, context) => {
    const complain = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
    for (const provider of ['GOOGLE', 'FACEBOOK'] as const)
      if (Boolean(env[`${provider}_CLIENT_ID`]) !== Boolean(env[`${provider}_CLIENT_SECRET`]))
        complain(env[`${provider}_CLIENT_ID`] ? `${provider}_CLIENT_SECRET` : `${provider}_CLIENT_ID`, 'must be set, since its other half is')
    if (env.NODE_ENV === 'production' && !env.PERSONAL_DATA_KEY) complain('PERSONAL_DATA_KEY', 'must be set in production')
    if (env.NODE_ENV === 'production' && !env.SMTP_URL && !env.ALLOW_SANDBOX)
      complain('SMTP_URL', 'must be set in production: without it mails are kept instead of sent')
    for (const name of ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_ACCOUNTS_WEBHOOK_SECRET'] as const)
      if (env.STRIPE_SECRET_KEY && !env[name]) complain(name, 'must be set, since STRIPE_SECRET_KEY is')
    for (const name of ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_ACCOUNTS_WEBHOOK_SECRET'] as const)
      if (env[name] && !env.STRIPE_SECRET_KEY) complain('STRIPE_SECRET_KEY', `must be set, since ${name} is`)
    if (env.ROLE !== 'all' && !env.DATABASE_URL)
      complain('DATABASE_URL', `must be set for ROLE=${env.ROLE}: the embedded database serves one process`)
  })

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the settings from an environment.
 * @throws Error with one sentence that names the wrong setting.
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>) => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = Settings.safeParse(given)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new Error(`The setting ${issue?.path.join('.') ?? ''} is wrong: it ${issue?.message ?? 'is not valid'}.`)
  }
  const settings = result.data
  const production = settings.NODE_ENV === 'production'
  const reachedByOthers = !isLoopbackHost(settings.HOST) || (settings.BASE_URL !== undefined && !isLoopbackHost(new URL(settings.BASE_URL).hostname))
  const client = (id: string | undefined, secret: string | undefined) => (id && secret ? { id, secret } : null)
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    demo: settings.DEMO,
    baseUrl: settings.BASE_URL?.replace(/\/+$/, ''),
    trustProxy: settings.TRUST_PROXY,
    databaseUrl: settings.DATABASE_URL,
    eventStore: settings.EVENT_STORE,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    mailWebhookSecret: settings.MAIL_WEBHOOK_SECRET,
    personalDataKey: settings.PERSONAL_DATA_KEY,
    /** While PERSONAL_DATA_KEY is being changed: first the new key, then the old one. */
    otherPersonalDataKey: settings.PERSONAL_DATA_KEY_OTHER,
    backupKey: settings.BACKUP_KEY,
    backupPassphrase: settings.BACKUP_PASSPHRASE,
    /** Our client credentials per provider; null if not configured. */
    oauth: {
      google: client(settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET),
      facebook: client(settings.FACEBOOK_CLIENT_ID, settings.FACEBOOK_CLIENT_SECRET),
    },
    /** Null without a key: the sandbox then uses the stand-in. */
    stripe:
      settings.STRIPE_SECRET_KEY === undefined
        ? null
        : {
            secretKey: settings.STRIPE_SECRET_KEY,
            publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
            webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
            accountsWebhookSecret: settings.STRIPE_ACCOUNTS_WEBHOOK_SECRET ?? '',
            apiUrl: settings.STRIPE_API_URL,
          },
    /**
     * The sandbox's stand-ins check no credentials. Without ALLOW_SANDBOX the sandbox is therefore off in production,
     * and wherever other machines can reach the server.
     */
    sandbox: (settings.SANDBOX ?? true) && (settings.ALLOW_SANDBOX || (!production && !reachedByOthers)),
    operators: settings.OPERATORS as readonly string[],
    /** Monitored disks by name, each with a folder on it. */
    disks: settings.DISKS as readonly Readonly<{ name: string; folder: string }>[],
    metricsToken: settings.METRICS_TOKEN,
    /** Null without an endpoint: the SDK is then not loaded. */
    telemetry:
      settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || settings.OTEL_SDK_DISABLED
        ? null
        : {
            traces: settings.OTEL_TRACES_EXPORTER === 'otlp',
            metrics: settings.OTEL_METRICS_EXPORTER === 'otlp',
            environment: Object.fromEntries(Object.entries(given).filter((one): one is [string, string] => one[0].startsWith('OTEL_'))),
          },
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    role: settings.ROLE,
    logLevel: settings.LOG_LEVEL,
    securityLog: settings.SECURITY_LOG,
  }
}
