import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const KEY = Buffer.alloc(32).toString('base64')
const production = { NODE_ENV: 'production', PERSONAL_DATA_KEY: KEY, SMTP_URL: 'smtp://localhost' }

describe('the sandbox (R130)', () => {
  test.each([
    [{}, true],
    [{ HOST: 'localhost', BASE_URL: 'http://localhost:3000' }, true],
    [{ HOST: '::1', BASE_URL: 'http://[::1]:3000' }, true],
    [{ SANDBOX: '0' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '0.0.0.0', SANDBOX: '1' }, false],
    [{ HOST: '192.168.1.5' }, false],
    [{ BASE_URL: 'https://dues.example.org' }, false],
    [{ BASE_URL: 'http://localhost.example.org' }, false],
    [production, false],
    [{ ...production, SANDBOX: '1' }, false],
    [{ HOST: '0.0.0.0', ALLOW_SANDBOX: '1' }, true],
    [{ ...production, ALLOW_SANDBOX: '1' }, true],
    [{ ...production, ALLOW_SANDBOX: '1', SANDBOX: '0' }, false],
  ])('with %j: %s', (env, on) => {
    expect(readConfig(env).sandbox).toBe(on)
  })
})

test.each([
  [{ ...production, SMTP_URL: '' }, 'The setting SMTP_URL is wrong'],
  [{ SMTP_URL: 'smtps://us:p/w#1@mail.example.org' }, 'it must be a URL that starts with smtp:// or smtps://, where signs such as @, / and #'],
  [{ BASE_URL: 'dues.example.org' }, 'The setting BASE_URL is wrong: it must be a URL that starts with http:// or https://.'],
  [{ ...production, PERSONAL_DATA_KEY: '' }, 'The setting PERSONAL_DATA_KEY is wrong'],
  [{ METRICS_TOKEN: '7-signs' }, 'The setting METRICS_TOKEN is wrong: it must have 8 characters at least'],
  [{ OPERATORS: 'olga@example.org, otto' }, 'The setting OPERATORS is wrong: it must be e-mail addresses, with commas between them.'],
  [{ PORT: 'http' }, 'The setting PORT is wrong'],
  [{ PORT: '0x10' }, 'The setting PORT is wrong'],
  [{ PORT: '65536' }, 'The setting PORT is wrong'],
  [{ BASE_URL: 'https://dues.example.org/pay' }, 'The setting BASE_URL is wrong: it must be an address without a path.'],
  [{ SMTP_URL: 'smtp://' }, 'The setting SMTP_URL is wrong: it must name a server.'],
  [{ MAIL_FROM: 'Vestry' }, 'The setting MAIL_FROM is wrong'],
  [{ MAIL_FROM: 'Vestry <not-an-address>' }, 'The setting MAIL_FROM is wrong'],
  [{ MAIL_FROM: 'Vestry\nBcc: all@example.org <us@example.org>' }, 'The setting MAIL_FROM is wrong'],
  [{ TRUST_PROXY: 'our-proxy' }, 'The setting TRUST_PROXY is wrong: it must be how many proxies there are'],
  [{ TRUST_PROXY: '10.0.0.0/99' }, 'The setting TRUST_PROXY is wrong'],
  [{ TRUST_PROXY: '10.0.0.0/255.0.255.0' }, 'The setting TRUST_PROXY is wrong'],
  [{ TRUST_PROXY: 'fd00::/255.0.0.0' }, 'The setting TRUST_PROXY is wrong'],
  [{ ROLE: 'web' }, 'The setting DATABASE_URL is wrong'],
  [{ GOOGLE_CLIENT_ID: 'us' }, 'The setting GOOGLE_CLIENT_SECRET is wrong'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'The setting OTEL_EXPORTER_OTLP_ENDPOINT is wrong: it must be a URL that starts with http://'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'The setting OTEL_EXPORTER_OTLP_PROTOCOL is wrong: it must be http/json.'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'Bearer us' }, 'The setting OTEL_EXPORTER_OTLP_HEADERS is wrong'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'The setting OTEL_TRACES_SAMPLER is wrong: it must be one of always_on, '],
  [{ OTEL_TRACES_SAMPLER_ARG: '10' }, 'The setting OTEL_TRACES_SAMPLER_ARG is wrong: it must be a number from 0 to 1.'],
])('refuses to start with %j, naming the setting', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test.each([
  { PORT: '8080', BASE_URL: 'https://dues.example.org/', TRUST_PROXY: '1' },
  { TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8, 192.0.2.1', MAIL_FROM: 'billing@example.org' },
  { TRUST_PROXY: '10.0.0.0/255.0.0.0', MAIL_FROM: 'billing@mailhost' },
  { MAIL_FROM: '"Synod, the" <billing@example.org>', SMTP_URL: 'smtps://us:secret@mail.example.org:465' },
])('reads %j', (env) => {
  expect(() => readConfig(env)).not.toThrow()
})

test('reads a comma-separated list of operators, empty by default', () => {
  expect(readConfig({ OPERATORS: ' olga@example.org,otto@example.org, ' }).operators).toEqual(['olga@example.org', 'otto@example.org'])
  expect(readConfig({ OPERATORS: '' }).operators).toEqual([])
})

test('switches telemetry on when an endpoint is set, and passes all its variables to the SDK', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  const more = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_SERVICE_NAME: 'synod' }
  expect(readConfig(more).telemetry).toBeNull()
  expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).telemetry).toBeNull()
  expect(readConfig({ ...endpoint, ...more, PORT: '1' }).telemetry).toEqual({ traces: true, metrics: true, environment: { ...endpoint, ...more } })
  expect(readConfig({ ...endpoint, OTEL_METRICS_EXPORTER: 'none' }).telemetry).toMatchObject({ traces: true, metrics: false })
})
