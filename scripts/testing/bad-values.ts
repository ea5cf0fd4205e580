import { wire } from './app.ts'

export const MISSING = Symbol('missing')
const LONG = [41, 49, 51, 61, 101, 201, 501, 1_001, 2_001].map((length) => 'x'.repeat(length))

/** Bad values for every field of every body; those that the contract refuses are sent. */
const ofAny: readonly unknown[] = [
  ...[MISSING, null, '', ' ', '  ', 'a\u0000b', '\u0000', 5, true, [], ['x'], [5], {}, { $gt: '' }, { a: { b: [null] } }, ...LONG],
  ...['5', 'NaN', 'Infinity', '1e3', 0, 1, -1, 0.001, 0.5, 1.1, -0.1, 1.234, 12.345, 1e30, -1e30, 1e-9, 10_000_000, 99_999_999_999, 60_001],
  ...[
    'Foo',
    'de',
    'EN',
    'wire',
    'Credit',
    'yes',
    'tomorrow',
    '2026-01-01',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-03-01T05:00:00.000Z',
    '2026-03-01T00:00:00+02:00',
    '99999-01-01',
  ],
  ...['x', 'x@', 'a@b', '@example.org', 'a b@example.org', `${'x'.repeat(250)}@example.org`, '123', '1'.repeat(16)],
]

/** Further bad values for the fields with these names. */
const ofField: Readonly<Record<string, readonly unknown[]>> = {
  billIds: [[''.padEnd(101, 'x')], Array.from({ length: 201 }, () => 'x')],
  confirmPassword: ['other'],
  embedOrigins: [
    ...[['https://a.example/path'], ['https://*.example'], ["https://a.example 'self'"], ['javascript:alert(1)'], ['https://a@b.example']],
    ...[['https://a.example?x'], ['null'], ['https://a.example;script-src *'], Array.from({ length: 51 }, (_, i) => `https://a${i}.example`)],
  ],
  happenings: [['bill.eaten']],
  id: ['a/b'],
  methods: [
    ...[{ Foo: { isEnabled: true } }, { Wire: { ...wire, isEnabled: false } }, { Wire: 5 }, { Wire: [] }, { Wire: { ...wire, isEnabled: 'yes' } }],
    ...[{ Wire: { ...wire, bankName: { a: 1 } } }, { Credit: true }, { Wire: { isEnabled: true } }, { Wire: { ...wire, routingNumber: '12' } }],
    ...[
      { Wire: { ...wire, accountNumber: LONG[5] } },
      { Wire: { ...wire, bankName: 'a\u0000' } },
      { Zelle: { isEnabled: true, zelleContact: 'x@' } },
    ],
    ...[{ Zelle: { isEnabled: true, zelleContact: '1' } }, { Venmo: { isEnabled: true, venmoHandle: '' } }],
    ...[{ Check: { isEnabled: true, mailingAddress: 'PO Box 12' } }, { Check: { isEnabled: true, payableTo: 'Synod' } }],
    ...['x'.repeat(501), 'PO\u0000Box'].map((mailingAddress) => ({ Check: { isEnabled: true, payableTo: 'Synod', mailingAddress } })),
    { Check: { isEnabled: true, payableTo: LONG[5], mailingAddress: 'PO Box 12' } },
  ],
  newPassword: ['abcdefgh1', 'short-7', 'x'.repeat(1_001)],
  password: ['short-7', '\u0000'.repeat(9)],
  paymentMethod: ['cash', 'credit', 'Wire'],
  rawId: ['a/b'],
  reminderDays: [['3'], [1.5], [366], [null], Array.from({ length: 21 }, (_, i) => i)],
  slug: ['Big', 'a b', 'a--b', '-a', 'a/b'],
  status: ['Draft'],
  timeZone: ['Mars', '+01:00', '../etc', 'AET', 'CST', 'US/Pacific-New'],
  url: [
    ...['books.example', 'ftp://books.example/', 'https://', `https://books.example/${'x'.repeat(500)}`, 'https://ada@books.example/'],
    ...['https://ada:secret@books.example/', 'https://books.example:22/', 'https://books.example:80/'],
  ],
}

export const badValuesOf = (field: string): readonly unknown[] => [...ofAny, ...(ofField[field] ?? [])]

/** A malformed token is refused as a wrong token, not as an invalid field. */
const anyToken = ['nonsense', ' ', 'x'.repeat(201), 'x'.repeat(10_000), '\u0000', 'a\u0000b', '\ud800', '%00', 'a.b.c']
const unreachable = ['http://books.example/', 'https://10.0.0.1/', 'https://[fd00::1]/', 'https://169.254.169.254/']
const UNREACHABLE = 'The address must begin with https:// and be reachable from the internet'

/** Values that the contract accepts and the handler refuses, because of the date, an account or another record. */
export const ofHandlers: readonly (readonly [call: string, field: string, values: readonly unknown[], message: string])[] = [
  ['post /api/auth/reauthenticate', 'password', ['wrong', 'x'.repeat(1_001)], 'Password is not correct'],
  ['post /api/password/change', 'currentPassword', ['wrong', 'x'.repeat(1_001)], 'Current password is not correct'],
  ['put /api/password/change', 'currentPassword', ['wrong', 'x'.repeat(1_001)], 'Current password is not correct'],
  ['post /api/password/reset/validate-token', 'token', anyToken, 'Invalid or expired reset token'],
  ['post /api/password/reset/confirm', 'token', anyToken, 'Invalid or expired reset token'],
  ['post /api/invitations/accept', 'token', anyToken, 'Invalid or expired invitation link.'],
  ['post /api/invitations/decline', 'token', anyToken, 'Invalid or expired invitation link.'],
  ['post /api/auth/second-step', 'code', ['x'.repeat(41)], 'This code is not right.'],
  ['put /api/networks/:id', 'timeZone', ['US/Pacific-New'], 'Please choose a time zone'],
  ['post /api/networks/:id/people', 'expiresAt', ['2020-01-01T00:00:00Z'], 'The end of the access must be in the future'],
  ['post /api/networks/:id/api-keys', 'endsAt', ['2020-01-01T00:00:00Z'], 'The end of the key must be in the future'],
  ['post /api/networks/:id/webhooks', 'url', unreachable, UNREACHABLE],
  ['put /api/networks/:id/webhooks/:webhookId', 'url', unreachable, UNREACHABLE],
  ['post /api/networks/:id/assessments', 'dueDate', ['2020-01-01'], 'Due date must be in the future'],
  ['put /api/assessments/:id', 'dueDate', ['2020-01-01'], 'Due date must be in the future'],
  ['post /api/assessment-bills/:id/adjustments', 'amount', [-9_999_999], 'The credit is larger than the bill'],
  ['post /api/assessment-bills/:id/adjustments', 'amount', [9_999_999.99], 'The bill would be too large'],
  ['post /api/assessment-bills/:id/receipts', 'receivedOn', ['2199-01-01'], 'Received on must not be in the future'],
]
