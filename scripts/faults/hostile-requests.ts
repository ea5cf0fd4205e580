import { gzipSync } from 'node:zlib'
import type { RawRequest } from '../testing/raw-http.ts'

export type Schema = Readonly<{
  type?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}>
type Parameter = Readonly<{ name: string; in: string; schema: Schema }>
type Operation = Readonly<{ parameters?: readonly Parameter[]; requestBody?: Readonly<{ content: Readonly<Record<string, { schema: Schema }>> }> }>
export type ApiDocument = Readonly<{ paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }>

/** A call from the product's OpenAPI description. `form`: sent as a form or an upload. */
export type HostileCall = Readonly<{ method: string; path: string; query: Readonly<Record<string, Schema>>; body: Schema | null; form: boolean }>

/** Real values by the name of their field: ids in the sender's network or in another one, and tokens. */
export type Known = Readonly<Record<string, readonly string[]>>

const text: Schema = { type: 'string', maxLength: 100 }
const fields = (...names: readonly string[]): Schema => ({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) })
const page = (method: string, path: string, body: Schema | null = null): HostileCall => ({
  ...{ method, path, body, form: true },
  query: Object.fromEntries(['lang', 'as', 'method', 'size', 'token', 'code'].map((name) => [name, text])),
})
const claim = fields('paymentMethod', 'sent')
const find = fields('email', 'code', 'name')

const pages: readonly HostileCall[] = [
  ...['/pay/{billId}', '/embed/pay/{billId}'].flatMap((path) => [page('get', path), page('post', path, claim)]),
  ...['/find/{network}', '/embed/find/{network}'].flatMap((path) => [page('get', path), page('post', path, find)]),
  ...['get', 'post'].map((method) => page(method, '/find/{network}/{token}')),
  ...[
    '/pay/{billId}/bill.pdf',
    '/pay/{billId}/receipts/{paymentId}',
    '/pay/{billId}/receipts/{paymentId}/receipt.pdf',
    '/healthz',
    '/readyz',
    '/metrics',
    '/verify',
    '/v1.json',
  ].map((path) => page('get', path)),
  ...['/{page}', '/assets/{page}', '/pay-assets/{page}', '/templates/{page}', '/api/{page}', '/oauth/{page}', '/reminders/{token}'].map((path) =>
    page('get', path),
  ),
]

/** Moving the clock, or breaking the stand-in for Stripe, would be another fault. */
const LEFT_ALONE = ['/api/sandbox/clock', '/api/sandbox/stripe/chaos']

export const callsOf = ({ paths }: ApiDocument): readonly HostileCall[] => [
  ...Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]): HostileCall[] => {
      if (LEFT_ALONE.includes(path)) return []
      const query = parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema] as const)
      const [type = '', content = null] = Object.entries(requestBody?.content ?? {})[0] ?? []
      return [{ method, path, query: Object.fromEntries(query), body: content?.schema ?? null, form: type.startsWith('multipart') }]
    }),
  ),
  ...pages,
]

/** Marks values that JSON.stringify would not write. */
const LITERAL = '@@literal:'
const literal = (written: string): string => LITERAL + written
const written = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replace(
    new RegExp(`"${LITERAL}((?:[^"\\\\]|\\\\.)*)"`, 'g'),
    (_, escaped: string) => JSON.parse(`"${escaped}"`) as string,
  )

const nested = (depth: number): unknown => {
  let value: unknown = 'x'
  for (let i = 0; i < depth; i += 1) value = i % 2 ? { a: value } : [value]
  return value
}

const TEXTS = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202e\u2066RTL\u2069', '\ufeff', '\u2028', 'İıŞß', '😀', 'Z̸̧̛a̷l̵g̶o̵'],
  ...['NaN', 'Infinity', '-0', '1e309', '0x10', '१२३', 'null', 'true', '[]', '{}', '$1', '\\N', '\\', "'", "'; drop table users; --", '%', '_'],
  ...['<script>alert(1)</script>', '{{7*7}}', '../../../etc/passwd', 'file:///etc/passwd', 'javascript:alert(1)', '//evil.example'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '\r\nSet-Cookie: a=b', '=1+1', '@SUM(A1)'],
  ...['2026-02-30', '0000-00-00', '9999-12-31', '-000001-01-01', '+275760-09-13', '2026-13-01T25:61:61Z', '2016-12-31T23:59:60Z', '1969-12-31'],
  ...['ruth@example.org', 'ruth@[127.0.0.1]', 'a'.repeat(64), '"a b"@example.org', 'ruth@xn--e1afmkfd.example', 'ruth@пример.example'],
]
const NUMBERS = [
  ...[0, -1, 0.5, 0.001, 0.1 + 0.2, 1e21, -1e21, 2 ** 31, 2 ** 53, 2 ** 63, 1e-320, 99_999_999_999].map(String),
  ...['-0', '1e309', '-1e309', '1E400', '123456789012345678901234567890', `0.${'1'.repeat(400)}`],
].map(literal)

/**
 * Makes hostile requests, chosen by `random`. `known` is called for each value, so that it can mix the values of
 * several networks.
 */
export const hostileRequests = (random: () => number, known: () => Known) => {
  const upTo = (max: number): number => Math.floor(random() * max)
  const one = <Value>(values: readonly Value[]): Value => values[upTo(values.length)] as Value
  const chance = (share: number): boolean => random() < share

  const anyId = (): string => one(Object.values(known()).flat())
  const anyText = (): string => (chance(0.1) ? one(['x', 'é', '\ud83d']).repeat(one([100, 201, 2_001, 70_000])) : one(TEXTS))
  const junk = (): unknown =>
    one<() => unknown>([
      anyText,
      anyText,
      anyId,
      () => one(NUMBERS),
      () => one<unknown>([null, true, false, [], {}, [[]], [null], [{}], ['x'], { $gt: '' }, { length: 1e9 }, literal('{"then":1,"toString":1}')]),
      () => nested(one([5, 9, 40, 3_000])),
      () => Array.from({ length: one([201, 5_000]) }, (_, i) => i),
      () => literal('{"__proto__":{"isAdmin":true}}'),
    ])()

  const textOf = ({ minLength = 1, maxLength = 60, format }: Schema, name: string): string => {
    const candidates = known()[name]
    if (candidates && chance(0.8)) return one(candidates)
    if (/id$/i.test(name) && chance(0.8)) return anyId()
    if (format === 'date-time' || /At$|asOf/.test(name)) return one(['2026-03-31T17:05:00Z', '2199-01-01T00:00:00+14:00', '1970-01-01T00:00:00Z'])
    if (/date|day|since|dob|from|^to$|receivedOn/i.test(name)) return one(['2026-03-01', '2150-06-30', '2000-02-29', '1900-01-01'])
    if (/email/i.test(name)) return one(['ruth@example.org', `r${upTo(1e6)}@example.org`])
    const sizes = [minLength, maxLength, maxLength + 1, Math.max(0, minLength - 1), 5]
    return chance(0.3)
      ? one(['a', 'Ü', '漢']).repeat(one(sizes))
      : one(['Ruth', 'Dues', '2026', 'zelle', 'check', 'Paid', '000000', anyText(), anyText()])
  }

  const numberOf = ({ minimum = 0, maximum = 9_999_999.99 }: Schema): unknown =>
    one<unknown>([minimum, maximum, minimum - 1, maximum + 1, 1, 5, 12.34, 0.01, 100, one(NUMBERS)])

  /** A value as declared, at its bounds and a step beyond them. */
  const declaredOf = (schema: Schema, name = ''): unknown => {
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return one(schema.enum)
    if (schema.anyOf) return declaredOf(one(schema.anyOf), name)
    switch (schema.type) {
      case 'object': {
        const asked = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key) || chance(0.6))
        return Object.fromEntries(asked.map(([key, value]) => [key, declaredOf(value, key)]))
      }
      case 'array':
        return Array.from({ length: one([0, 1, 2, schema.minItems ?? 0, (schema.maxItems ?? 5) + 1]) }, () => declaredOf(schema.items ?? {}, name))
      case 'integer':
      case 'number':
        return numberOf(schema)
      case 'boolean':
        return chance(0.5)
      case 'null':
        return null
      case 'string':
        return textOf(schema, name)
      default:
        return junk()
    }
  }

  /** The value with an error in some part: another type, a missing part, or an extra one. */
  const spoilt = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || chance(0.1)) return junk()
    if (Array.isArray(value)) return value.length > 0 && chance(0.7) ? value.with(upTo(value.length), spoilt(value[0])) : [...value, junk()]
    const entries = Object.entries(value)
    const at = upTo(entries.length + 1)
    if (at === entries.length || chance(0.15))
      return { ...value, [one(['extra', 'constructor', 'toString', 'id', 'networkId', 'role', 'a.b', '', anyText()])]: junk() }
    if (chance(0.25)) return Object.fromEntries(entries.toSpliced(at, 1))
    return Object.fromEntries(entries.map(([key, each], i) => [key, i === at ? spoilt(each) : each]))
  }

  const maybeSpoilt = (value: unknown): unknown => {
    let shown = value
    for (let times = one([0, 0, 0, 0, 1, 1, 2]); times > 0; times -= 1) shown = spoilt(shown)
    return shown
  }

  const SEGMENTS = [
    ...['%00', 'a%00b', '%2e%2e', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '..%5c..', '%zz', '%', '%ff%fe', '%ed%a0%80', '%e2%80%ae', '%F0%9F%98%80'],
    ...['__proto__', 'constructor', 'nonsense', '-1', '0', '%20', '%0d%0aX-Evil:%201', '%252e', "'", '%3Cscript%3E', ';a=b', '@', ':id', '*'],
    ...['x'.repeat(300), 'x'.repeat(7_000), 'x'.repeat(20_000), 'index.html', 'members.csv', '.env', '%2e%2e%2f.env', 'ü', '\u{1f600}'],
  ]
  const segment = (name: string, path: string): string => {
    const thing = path.split('/')[2] ?? ''
    const fitting = known()[name === 'id' ? thing : name]
    if (fitting && chance(0.65)) return encodeURIComponent(one(fitting))
    return chance(0.4) ? encodeURIComponent(anyId()) : one(SEGMENTS)
  }

  const escaped = (value: string): string => {
    try {
      return encodeURIComponent(value)
    } catch {
      return '%ed%a0%80'
    }
  }
  const textual = (value: unknown): string => (typeof value === 'string' ? value.replace(LITERAL, '') : written(value).slice(0, 2_000))
  const queryOf = (query: HostileCall['query']): string => {
    const pairs = Object.entries(query)
      .filter(() => chance(0.4))
      .map(([name, schema]) => `${name}=${escaped(textual(chance(0.7) ? declaredOf(schema, name) : junk()).slice(0, 3_000))}`)
    const [first = 'page=1'] = pairs
    const name = first.split('=')[0]
    if (chance(0.12))
      pairs.push(
        one([
          first,
          `${name}[]=1`,
          `${name}[a][b]=1`,
          `${name}=%00`,
          `${name}=%zz`,
          `${name}`,
          '=',
          '&&',
          '?',
          `${name}=%ff`,
          '__proto__[a]=1',
          'asOf=x',
        ]),
      )
    return pairs.length > 0 ? `?${pairs.join('&')}` : ''
  }

  const multipart = (value: unknown): readonly [type: string, body: Buffer] => {
    const boundary = one(['b0undary', 'x'.repeat(70), 'a b'])
    const rows = one(['firstName,lastName\nRuth,One\n', 'a,b\n', '', '\u0000', 'firstName,lastName\n"Ruth\n'])
    const part = (name: string, content: string, more = '') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`
    const said = Object.entries(value as object).map(([name, each]) => part(name, textual(each)))
    const files = Array.from({ length: one([1, 1, 1, 0, 2]) }, () =>
      part('file', rows, `; filename="${one(['members.csv', '../x.csv', '\u0000', ''])}"`),
    )
    const whole = [...said, ...files].join('') + one([`--${boundary}--\r\n`, `--${boundary}--\r\n`, '', '--'])
    const type = one([`; boundary="${boundary}"`, `; boundary="${boundary}"`, '; boundary=other', '', '; boundary=', `; boundary=${'y'.repeat(300)}`])
    return [`multipart/form-data${type}`, Buffer.from(whole)]
  }
  const UPLOAD = fields('assessmentProgramId', 'uploadType', 'dryRun', 'progressId')
  const formOf = ({ path, body }: HostileCall): readonly [type: string, body: Buffer] => {
    if (path === '/api/uploads' || chance(0.1)) {
      const sane = { assessmentProgramId: textOf(text, 'programId'), uploadType: one(['individualMembers', 'congregations', 'x']), dryRun: 'true' }
      return multipart(chance(0.6) ? sane : maybeSpoilt(declaredOf(UPLOAD)))
    }
    const pairs = Object.entries((maybeSpoilt(declaredOf(body ?? {})) ?? {}) as object).map(([name, value]) => `${name}=${escaped(textual(value))}`)
    return [one(['application/x-www-form-urlencoded', 'text/plain', 'application/json']), Buffer.from(pairs.join('&').slice(0, 20_000))]
  }

  const BROKEN = ['{', '[]', '[{}]', '"x"', '5', 'null', '', '{"a":}', '\u0000', '{"a":1}{"b":2}', "{'a':1}", `${'['.repeat(50_000)}`, '\ufeff{}']
  const TYPES = [
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json; charset=klingon',
    'multipart/form-data',
    '/',
    '',
  ]
  const jsonOf = ({ body }: HostileCall): readonly [type: string, body: Buffer, encoding?: string] => {
    const json = Buffer.from(chance(0.1) ? one(BROKEN) : written(maybeSpoilt(declaredOf(body ?? {}))))
    const type = 'application/json'
    if (chance(0.9)) return [type, json]
    return one<readonly [string, Buffer, string?]>([
      [one(TYPES), json],
      [type, json.subarray(0, upTo(json.length))],
      [type, Buffer.concat([json.subarray(0, 5), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), json.subarray(5)])],
      ['application/json; charset=utf-16', Buffer.from(json.toString(), 'utf16le')],
      [type, gzipSync(json), 'gzip'],
      [type, gzipSync(json).subarray(0, 9), 'gzip'],
      [type, json, one(['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', ''])],
      [type, gzipSync(Buffer.alloc(40_000_000, 'x')), 'gzip'],
      [type, Buffer.from(`{"x":"${'y'.repeat(300_000)}"}`)],
    ])
  }

  const HEADERS: Readonly<Record<string, readonly string[]>> = {
    'If-Match': ['"0"', '"1"', '*', '"x"', 'W/"1"', '1', '""', `"${'9'.repeat(15)}"`, `"${'9'.repeat(400)}"`, '"1", "2"', 'é'],
    'If-None-Match': ['*', '"x"', 'W/"1"'],
    'Idempotency-Key': ['a key', '', 'é', 'x'.repeat(201), 'x'.repeat(5_000), '😀', '\t'],
    'Accept-Language': ['es', '*', 'en;q=x', ',,,', 'x'.repeat(500), 'es;q=1e309', '\u202e', 'en-'.repeat(2_000)],
    Cookie: ['=', ';;;', 'session', 'session=; session=', '__proto__=x', `a=${'x'.repeat(9_000)}`, 'session="x', 'session=%zz', 'é=ü'],
    Prefer: ['return=minimal', 'return=;', ';;', 'x'.repeat(3_000), 'wait=1e309', 'days'],
    'Vestry-Network': ['nonsense', '', '__proto__', '01a1fe3c-e23a-7240-b021-56c9a778f0fa'],
    Origin: ['null', 'https://evil.example', 'x', 'http://', '://'],
    'Sec-Fetch-Site': ['cross-site', 'same-origin', 'x'],
    Host: ['evil.example', '', 'a b', '[::1', 'localhost:99999999', 'x'.repeat(300)],
    'X-Forwarded-For': ['1.2.3.4', 'x', '::1, \u0000', 'for=_x'],
    Range: ['bytes=0-', 'bytes=9-1', 'bytes=x', `bytes=${'0-1,'.repeat(900)}`],
    'Accept-Encoding': ['gzip', 'br', 'gzip;q=x', 'deflate, gzip;q=1.0, *;q=0.5', ',', 'zstd'],
    Authorization: ['Bearer x', 'Basic =', '\u0001'],
    Expect: ['100-continue', 'x'],
    Upgrade: ['websocket', 'h2c'],
    'Content-Type': ['application/json', 'text/plain', ';', 'application/json;;;charset="'],
    'Transfer-Encoding': ['chunked', 'x', 'chunked, chunked'],
    'Content-Length': ['-1', '1e9', '0', 'x', '18446744073709551617'],
    'X-Http-Method-Override': ['DELETE'],
    'Stripe-Signature': ['t=1,v1=x', 't=x', '', `t=1,${'v1=a,'.repeat(500)}`],
    'Bad Name': ['x'],
    'X-Long': ['x'.repeat(15_000), 'x'.repeat(70_000)],
  }
  const oddHeaders = (): (readonly [string, string])[] => {
    if (chance(0.65)) return []
    const name = one(Object.keys(HEADERS))
    const value = one(HEADERS[name] ?? [])
    const another = one(HEADERS[name] ?? [])
    return chance(0.3)
      ? [
          [name, value],
          [name, another],
        ]
      : [[name, value]]
  }

  /** A chunked body always has an end, or an invalid beginning: an unfinished request gets no answer. */
  const chunked = (body: Buffer | null): Buffer => Buffer.concat([Buffer.from(one(['0\r\n\r\n', 'no size\r\n'])), body ?? Buffer.alloc(0)])

  return (call: HostileCall, host: string, cookie: string | null): RawRequest => {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, call.path))
    const target = (chance(0.02) ? one(['/', '//', '/./', '/%2e/', '/;/', '\\', 'http://evil.example']) : '') + path + queryOf(call.query)
    const sends = call.body !== null || call.form || (call.method !== 'get' && chance(0.2))
    const [type, body, encoding] = !sends || call.method === 'get' ? [] : call.form ? formOf(call) : jsonOf(call)
    const method = chance(0.02) ? one(['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PUT', 'DELETE', 'PROPFIND', 'get']) : call.method.toUpperCase()
    const odd = oddHeaders()
    return {
      method,
      target,
      headers: [
        ['Host', host],
        ['Connection', 'close'],
        ...(cookie === null ? [] : [['Cookie', cookie] as const]),
        ...(type === undefined ? [] : [['Content-Type', type] as const]),
        ...(encoding === undefined ? [] : [['Content-Encoding', encoding] as const]),
        ...(body === undefined ? [] : [['Content-Length', String(body.length)] as const]),
        ...(chance(0.15) ? [['Idempotency-Key', `key-${upTo(1e9)}`] as const] : []),
        ...odd,
      ],
      body: odd.some(([name]) => name === 'Transfer-Encoding') ? chunked(body ?? null) : (body ?? null),
    }
  }
}
