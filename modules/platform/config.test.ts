import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const KEY = Buffer.alloc(32).toString('base64')
const production = { NODE_ENV: 'production', PERSONAL_DATA_KEY: KEY, SMTP_URL: 'smtp://localhost' }

describe('the sandbox', () => {
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
  [{ METRICS_TOKEN: 'short' }, 'The setting METRICS_TOKEN is wrong'],
  [{ OPERATORS: 'olga@example.org, otto' }, 'The setting OPERATORS is wrong: it must be e-mail addresses, with commas between them.'],
  [{ PORT: 'http' }, 'The setting PORT is wrong'],
  [{ ROLE: 'web' }, 'The setting DATABASE_URL is wrong'],
  [{ GOOGLE_CLIENT_ID: 'us' }, 'The setting GOOGLE_CLIENT_SECRET is wrong'],
])('%j does not start, and is named', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test('those who run it are named with commas between them, or there are none', () => {
  expect(readConfig({ OPERATORS: ' olga@example.org,otto@example.org, ' }).operators).toEqual(['olga@example.org', 'otto@example.org'])
  expect(readConfig({ OPERATORS: '' }).operators).toEqual([])
})
