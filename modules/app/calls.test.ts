import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp, startNetwork, terms, wire } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import { expectNothingWritten } from '../../scripts/testing/unchanged.ts'

type Bad = readonly [value: unknown, message: string | null]
type Entry = Readonly<{
  /** A body that is accepted, but for what a test puts in it. */
  body?: Record<string, unknown>
  /** What each field of the body refuses, and with which words. */
  fields?: Readonly<Record<string, readonly Bad[]>>
  /** Whose things `:id` is one of. */
  id?: 'networkId' | 'programId' | 'profileId' | 'billId' | 'memberId' | 'paymentId'
}>

const MISSING = Symbol('missing')
const NUL = 'Text must not contain a NUL character'
const junk = [5, true, [], ['x'], { $gt: '' }, { a: { b: [null] } }, 1e30]
const each = (values: readonly unknown[], message: string | null): Bad[] => values.map((value) => [value, message])

const required = (message: string, max: number, tooLong: string): Bad[] => [
  ...each([MISSING, null, '', '  ', ...junk], message),
  ['x'.repeat(max + 1), tooLong],
  ['a\u0000b', NUL],
]
const optional = (max: number, tooLong: string): Bad[] => [...each(junk, null), ['x'.repeat(max + 1), tooLong], ['a\u0000b', NUL]]
const claimed: Bad[] = each(
  [MISSING, null, '', [], {}, [5], [''.padEnd(101, 'x')], Array.from({ length: 201 }, () => 'x')],
  'Choose the bills, 200 at most',
)
const oneOf = (message: string): Bad[] => [...each([MISSING, null, '', 'Foo', ...junk], message), ['a\u0000', NUL]]
const amount = (message: string): Bad[] =>
  each([MISSING, null, '', '5', 'NaN', 'Infinity', '1e3', 0, -1, 0.001, 1.234, 1e30, 1e-9, 10_000_000, true, [], [5], {}], message)
const email = (message: string): Bad[] => [
  ...each([MISSING, null, '', 'x', 'x@', '@example.org', 'a b@example.org', `${'x'.repeat(250)}@example.org`, ...junk], message),
  ['a\u0000@example.org', NUL],
]
const resetEmail: Bad[] = [
  ...each([MISSING, null, '', ...junk], 'Email is required'),
  ...each(['x', `${'x'.repeat(250)}@example.org`], 'Please enter a valid email address'),
  ['\u0000', NUL],
]
const password = (message: string): Bad[] => [...each([MISSING, null, '', 'short-7', ...junk], message), ['\u0000'.repeat(9), NUL]]
const newPassword: Bad[] = [
  ...password('Password must be at least 8 characters long'),
  ['x'.repeat(1001), 'Password must be at most 1000 characters long'],
  ['abcdefgh1', 'Password must contain at least one special character'],
]
const day = (message: string): Bad[] =>
  each(['', 'tomorrow', '2026-02-30', '2026-03-01T05:00:00.000Z', '2026-03-01T00:00:00+02:00', '99999-01-01', ...junk], message)
const dueDate: Bad[] = [...day('Due date must be in the future'), ...each([MISSING, null, '2020-01-01'], 'Due date must be in the future')]

const programFields = {
  name: required('Name is required', 200, 'Name must be 200 characters or less'),
  description: optional(2000, 'Description must be 2000 characters or less'),
  frequency: oneOf('Please select a frequency'),
  type: oneOf('Please select a type'),
  amount: [
    ...each([MISSING, null, '', '5', 'NaN', 'Infinity', '1e3', 0, -1, 0.001, 1e-9, true, [], [5], {}], 'Amount must be greater than 0'),
    ...each([1.234, 12.345], 'Amount must have at most two decimals'),
    ...each([10_000_000, 99_999_999_999, 1e30], 'Amount must be $9,999,999.99 or less'),
  ] satisfies Bad[],
  dueDate,
}
const profile = { name: 'Main', methods: { Wire: wire } }
const long = 'x'.repeat(201)
const profileFields = {
  name: required('Profile name is required', 200, 'Profile name must be 200 characters or less'),
  methods: [
    ...each([MISSING, null, '', 5, [], 'Wire', true], null),
    ...each([{}, { Foo: { isEnabled: true } }, { Wire: { ...wire, isEnabled: false } }], 'Please select at least one payment method'),
    ...each([{ Wire: 5 }, { Wire: [] }, { Wire: { ...wire, isEnabled: 'yes' } }, { Wire: { ...wire, bankName: { a: 1 } } }, { Credit: true }], null),
    [{ Wire: { isEnabled: true } }, 'All wire transfer fields are required when wire transfer is enabled'],
    [{ Wire: { ...wire, routingNumber: '12' } }, 'Routing number must be at least 9 digits'],
    [{ Wire: { ...wire, accountNumber: long } }, 'Must be 200 characters or less'],
    [{ Wire: { ...wire, bankName: 'a\u0000' } }, NUL],
    [{ Zelle: { isEnabled: true, zelleContact: 'x@' } }, 'Valid email required for Zelle'],
    [{ Zelle: { isEnabled: true, zelleContact: '1' } }, 'Valid phone number required for Zelle'],
    [{ Venmo: { isEnabled: true, venmoHandle: '' } }, 'Venmo handle is required when Venmo is enabled'],
    [{ Check: { isEnabled: true, mailingAddress: 'PO Box 12' } }, 'Payable to is required'],
    [{ Check: { isEnabled: true, payableTo: 'Synod' } }, 'Mailing address is required'],
    [{ Check: { isEnabled: true, payableTo: long, mailingAddress: 'PO Box 12' } }, 'Must be 200 characters or less'],
    [{ Check: { isEnabled: true, payableTo: 'Synod', mailingAddress: 'x'.repeat(501) } }, 'Must be 500 characters or less'],
    [{ Check: { isEnabled: true, payableTo: 'Synod', mailingAddress: 'PO\u0000Box' } }, NUL],
  ] satisfies Bad[],
}
const language = each(['de', ...junk], null)
const visit = { language, billId: each(['x'.repeat(101), ...junk], null) }
const names = {
  firstName: required('First name is required', 100, 'First name must be 100 characters or less'),
  lastName: required('Last name is required', 100, 'Last name must be 100 characters or less'),
}
const detailFields = {
  name: each(['', ' ', ...junk], 'Name is required').concat([['x'.repeat(101), 'Name must be 100 characters or less']]),
  email: each(['x', 'x@', 'a b@example.org', ...junk], 'Invalid email address'),
  phone: [...each(['x', '123', '1'.repeat(16)], 'Please enter a valid phone number'), ...each(junk, null)],
  dob: each(['x', '2026-02-30', ...junk], 'Please enter a date'),
  gender: optional(40, 'Gender must be 40 characters or less'),
  memberSince: each(['x', '2026-02-30', ...junk], 'Please enter a date'),
  contactName: optional(100, 'Contact must be 100 characters or less'),
}
const change = { currentPassword: PASSWORD, newPassword: 'Another-1!', confirmPassword: 'Another-1!' }
const changeFields = {
  currentPassword: [
    ...each([MISSING, null, '', ...junk], 'Current password is required'),
    ...each(['wrong', 'x'.repeat(1001)], 'Current password is not correct'),
  ] satisfies Bad[],
  newPassword,
  confirmPassword: each([MISSING, null, '', 'other', ...junk], 'Passwords do not match'),
}
const token = each([MISSING, null, '', ...junk], 'Reset token is required')
/** Whatever stands in a token, it is a wrong one and no wrong field. */
const anything = ['nonsense', ' ', 'x'.repeat(201), 'x'.repeat(10_000), '\u0000', 'a\u0000b', '\ud800', '%00', 'a.b.c']
const badToken: Bad[] = [...token, ...each(anything, 'Invalid or expired reset token')]
const code: Bad[] = [...each([MISSING, null, '', ...junk], 'Enter the code of your authenticator app'), ['x'.repeat(41), 'This code is not right.']]
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const credentialFields = {
  id: each([MISSING, null, '', 'a/b', ...junk], null),
  rawId: each([MISSING, null, 'a/b', ...junk], null),
  type: each([MISSING, null, '', 'password', ...junk], null),
  clientExtensionResults: each([5, true, [], ['x']], null),
  response: each([MISSING, null, '', ...junk], null),
}
const badInvitation = each([MISSING, null, '', ...anything, ...junk], 'Invalid or expired invitation link.')
const reason = required('Reason is required', 1000, 'Reason must be 1000 characters or less')
const reference = optional(200, 'Reference must be 200 characters or less')
const method = (wanted: boolean): Bad[] => each(['Foo', '', ...(wanted ? [MISSING, null] : []), ...junk], 'Unknown payment method')

const webhook = { name: 'Accounting', url: 'https://books.example/hook', happenings: ['bill.paid'] }
const webhookFields = {
  name: required('Name is required', 60, 'Name must be 60 characters or less'),
  url: [
    ...each([MISSING, null, '', 'books.example', 'ftp://books.example/', 'https://', ...junk], 'Enter an address that begins with https://'),
    [`https://books.example/${'x'.repeat(500)}`, 'The address must be 500 characters or less'],
    ...each(['https://ada@books.example/', 'https://ada:secret@books.example/'], 'The address must hold no user name or password'),
    ...each(['https://books.example:22/', 'https://books.example:80/'], 'The port must be 443, or 1024 and above'),
    ...each(
      ['http://books.example/', 'https://10.0.0.1/', 'https://[fd00::1]/', 'https://169.254.169.254/'],
      'The address must begin with https:// and be one that is reached from everywhere',
    ),
  ] satisfies Bad[],
  happenings: each([MISSING, null, '', [], ['bill.eaten'], ...junk], null),
}

/** Every call of the server. One that is not here fails the tests. */
const calls: Readonly<Record<string, Entry>> = {
  'post /api/auth/register': {
    body: { firstName: 'Ruth', lastName: 'One', email: 'new@example.org', password: PASSWORD },
    fields: { ...names, email: email('Invalid email address'), password: password('Password must be at least 8 characters long'), ...visit },
  },
  'get /api/auth/confirm-email': {},
  'post /api/auth/resend-confirmation': { body: { email: 'new@example.org' }, fields: { email: email('Invalid email address'), ...visit } },
  'post /api/auth/login': {
    body: { email: 'new@example.org', password: 'wrong-one' },
    fields: {
      email: email('Invalid email address'),
      password: [...each([MISSING, null, '', ...junk], 'Password is required'), ['x'.repeat(1001), null]],
    },
  },
  'post /api/auth/reauthenticate': {
    body: { password: PASSWORD },
    fields: {
      password: [...each([MISSING, null, '', ...junk], 'Password is required'), ...each(['wrong', 'x'.repeat(1001)], 'Password is not correct')],
    },
  },
  'get /api/auth/logout': {},
  'post /api/auth/logout': {},
  'get /api/auth/verify': {},
  'post /api/auth/network': { body: { networkId: 'nonsense' }, fields: { networkId: each([MISSING, null, ...junk], null) } },
  'get /api/oauth/accounts': {},
  'delete /api/oauth/accounts/:id': { id: 'networkId' },
  'get /api/auth/sessions': {},
  'delete /api/auth/sessions': {},
  'delete /api/auth/sessions/:id': { id: 'networkId' },
  'get /api/auth/totp': {},
  'post /api/auth/totp': {},
  'post /api/auth/second-step': { body: { code: '000000' }, fields: { code } },
  'post /api/auth/second-step/passkey': { body: { ...credential, response: {} }, fields: credentialFields },
  'post /api/auth/factor-code': {},
  'post /api/auth/factor-code/confirm': { body: { code: 'aaaa-aaaa' }, fields: { code } },
  'post /api/auth/recovery-codes': {},
  'post /api/auth/totp/confirm': { body: { code: '000000' }, fields: { code } },
  'delete /api/auth/totp': {},
  'post /api/auth/login/code/request': {
    body: { email: 'new@example.org' },
    fields: { email: email('Invalid email address'), language },
  },
  'post /api/auth/login/code': {
    body: { email: 'new@example.org', code: 'aaaa-aaaa' },
    fields: {
      email: email('Invalid email address'),
      code: [...each([MISSING, null, '', ...junk], 'Enter the code from the mail'), ['x'.repeat(41), 'This code is not right.']],
      firstName: each(['', ' ', ...junk], 'First name is required'),
      lastName: each(['', ' ', ...junk], 'Last name is required'),
    },
  },
  'post /api/auth/login/totp': { body: { code: '000000' }, fields: { code } },
  'get /api/auth/passkeys': {},
  'post /api/auth/passkeys/options': {},
  'post /api/auth/passkeys': { body: { ...credential, response: {} }, fields: { ...credentialFields, name: each(junk, null) } },
  'delete /api/auth/passkeys/:id': { id: 'networkId' },
  'post /api/auth/login/passkey/options': {},
  'post /api/auth/login/passkey': { body: { ...credential, response: {} }, fields: credentialFields },
  'get /api/oauth/:provider': {},
  'post /api/oauth/:provider/connect': {},
  'get /api/oauth/:provider/callback': {},
  'get /api/profile': {},
  'delete /api/profile': {},
  'put /api/profile': { body: { firstName: 'Ruth', lastName: 'One' }, fields: names },
  'post /api/password/change': { body: change, fields: changeFields },
  'put /api/password/change': { body: change, fields: changeFields },
  'post /api/password/reset/request': {
    body: { email: 'new@example.org' },
    fields: { email: resetEmail, ...visit },
  },
  'post /api/password/reset/validate-token': { body: { token: 'nonsense' }, fields: { token: badToken } },
  'post /api/password/reset/confirm': {
    body: { token: 'nonsense', newPassword: 'Another-1!', confirmPassword: 'Another-1!' },
    fields: { token: badToken, newPassword, confirmPassword: changeFields.confirmPassword },
  },
  'post /api/networks': {
    body: { name: 'Synod', description: null },
    fields: {
      name: required('Network name is required', 100, 'Network name must be 100 characters or less'),
      description: optional(1000, 'Description must be 1000 characters or less'),
    },
  },
  'get /api/networks': {},
  'get /api/networks/:id': { id: 'networkId' },
  'put /api/networks/:id': {
    id: 'networkId',
    body: { name: 'Synod' },
    fields: {
      name: each(['', '  ', ...junk], 'Network name is required').concat([['x'.repeat(101), 'Network name must be 100 characters or less']]),
      slug: each(
        ['', 'Big', 'a b', 'a--b', '-a', 'a/b', 'x'.repeat(49), ...junk],
        'Use lower-case letters, digits and single dashes, at most 48 characters',
      ),
      description: optional(1000, 'Description must be 1000 characters or less'),
      timeZone: each(['', 'Mars', '+01:00', '../etc', 'AET', 'CST', 'US/Pacific-New', ...junk], 'Please choose a time zone'),
      embedOrigins: [
        ...each([5, 'https://a.example', {}, true], 'Enter a list of sites'),
        ...each(
          [
            ['x'],
            ['https://a.example/path'],
            ['https://*.example'],
            ["https://a.example 'self'"],
            ['javascript:alert(1)'],
            ['https://a@b.example'],
            ['https://a.example?x'],
            ['null'],
            ['https://a.example;script-src *'],
            [5],
          ],
          'Enter the address of a site, such as https://www.example.org, without a path',
        ),
        [Array.from({ length: 51 }, (_, i) => `https://a${i}.example`), 'At most 50 sites'],
      ],
      reminderDays: [
        ...each([5, '3', {}, true], 'Enter a list of days'),
        ...each([['3'], [1.5], [366], [null]], 'A reminder is a whole number of days, from 365 before to 365 after the due date'),
        [Array.from({ length: 21 }, (_, i) => i), 'At most 20 reminders'],
      ],
      senderName: optional(100, 'Sender name must be 100 characters or less'),
      language: each(['', 'fr', 'EN', ...junk], 'Please choose a language'),
      trackMail: each(['', 'yes', 5, [], {}], 'Choose whether opened mails are noted'),
      secondFactor: each(['yes', 5, [], {}], 'Choose whether Admins need a second factor'),
      mailSeals: each(['no', 1, [], {}], 'Choose whether the daily seal is mailed'),
      contactName: optional(100, 'Contact name must be 100 characters or less'),
      contactEmail: each(['ruth', 'ruth@', 'a b@example.org', `${'a'.repeat(250)}@example.org`], 'Invalid email address'),
      contactPhone: optional(50, 'Phone must be 50 characters or less'),
      postalAddress: optional(500, 'Postal address must be 500 characters or less'),
    },
  },
  'get /api/networks/:id/people': { id: 'networkId' },
  'post /api/networks/:id/people': {
    id: 'networkId',
    body: { email: 'new@example.org', role: 'Auditor' },
    fields: {
      email: email('Invalid email address'),
      role: oneOf('Please choose a role'),
      expiresAt: [
        ...each(['', 'soon', '2199-02-30T00:00:00Z', ...junk], null),
        ['2020-01-01T00:00:00Z', 'The end of the access must be in the future'],
      ],
    },
  },
  'delete /api/networks/:id/people/:userId': { id: 'networkId' },
  'post /api/networks/:id/people/:userId/reset-second-factor': { id: 'networkId' },
  'get /api/networks/:id/api-keys': { id: 'networkId' },
  'post /api/networks/:id/api-keys': {
    id: 'networkId',
    body: { name: 'Script', scope: 'read' },
    fields: {
      name: required('Name is required', 60, 'Name must be 60 characters or less'),
      scope: oneOf('Please choose what the key may do'),
      endsAt: [...each(['', 'soon', '2199-02-30T00:00:00Z', ...junk], null), ['2020-01-01T00:00:00Z', 'The end of the key must be in the future']],
    },
  },
  'post /api/networks/:id/api-keys/:keyId/replace': { id: 'networkId' },
  'delete /api/networks/:id/api-keys/:keyId': { id: 'networkId' },
  'get /api/networks/:id/webhooks': { id: 'networkId' },
  'post /api/networks/:id/webhooks': { id: 'networkId', body: webhook, fields: webhookFields },
  'put /api/networks/:id/webhooks/:webhookId': {
    id: 'networkId',
    body: { ...webhook, isOn: true },
    fields: {
      ...Object.fromEntries(
        Object.entries(webhookFields).map(([field, bad]) => [field, bad.filter(([value]) => value !== MISSING && value !== null)]),
      ),
      isOn: each(['', 'yes', 5, [], {}], 'Choose whether it is on'),
    },
  },
  'post /api/networks/:id/webhooks/:webhookId/secret': { id: 'networkId' },
  'get /api/networks/:id/webhooks/:webhookId/deliveries': { id: 'networkId' },
  'get /api/networks/:id/webhooks/:webhookId/deliveries/:deliveryId': { id: 'networkId' },
  'post /api/networks/:id/webhooks/:webhookId/deliveries/:deliveryId/replay': { id: 'networkId' },
  'post /api/networks/:id/webhooks/:webhookId/replay': {
    id: 'networkId',
    body: { since: '2026-01-01T00:00:00Z' },
    fields: { since: each(['', 'yesterday', '2026-02-30T00:00:00Z', ...junk], null) },
  },
  'post /api/networks/:id/webhooks/:webhookId/test': { id: 'networkId' },
  'delete /api/networks/:id/webhooks/:webhookId': { id: 'networkId' },
  'post /api/invitations/accept': {
    body: { token: 'nonsense' },
    fields: { token: badInvitation },
  },
  'post /api/invitations/decline': {
    body: { token: 'nonsense' },
    fields: { token: badInvitation },
  },
  'get /api/invitations/:token': {},
  'post /api/networks/:id/assessments': { id: 'networkId', body: terms, fields: programFields },
  'put /api/assessments/:id': { id: 'programId', body: terms, fields: programFields },
  'put /api/assessment-programs/:id/payment-profile': {
    id: 'programId',
    body: { paymentProfileId: 'nonsense' },
    fields: { paymentProfileId: each([MISSING, null, '', ...junk], 'Please select a payment profile') },
  },
  'put /api/assessment-programs/:id/status': {
    id: 'programId',
    body: { status: 'Active' },
    fields: { status: [...oneOf('Status must be Completed, Active or Archived'), ['Draft', 'Status must be Completed, Active or Archived']] },
  },
  'get /api/assessments': {},
  'get /api/assessments/:id': { id: 'programId' },
  'get /api/assessment-programs': {},
  'get /api/assessment-programs/:id': { id: 'programId' },
  'get /api/assessment-programs/:id/count': { id: 'programId' },
  'get /api/assessment-programs/:id/campaign/readiness': { id: 'programId' },
  'get /api/assessment-programs/:id/campaign/stats': { id: 'programId' },
  'get /api/assessment-programs/:id/runs': { id: 'programId' },
  'put /api/assessment-programs/:id/campaign/status': {
    id: 'programId',
    body: { status: 'Paused' },
    fields: {
      status: [...oneOf('Status must be Active, Paused or Scheduled'), ['Draft', 'Status must be Active, Paused or Scheduled']],
      launchAt: each(['', 'soon', '2199-02-30T00:00:00Z', ...junk], null),
    },
  },
  'post /api/payment-profiles': { body: profile, fields: profileFields },
  'post /api/payment-profiles/:id/reveal': { id: 'profileId' },
  'put /api/payment-profiles/:id': { id: 'profileId', body: profile, fields: profileFields },
  'post /api/stripe/onboard-admin': {
    body: { paymentProfileId: 'nonsense' },
    fields: { paymentProfileId: each([MISSING, null, '', ...junk], 'Payment profile is required') },
  },
  'post /api/payment-profiles/:id/refresh': { id: 'profileId' },
  'get /api/payment-profiles': {},
  'get /api/payment-profiles/:id': { id: 'profileId' },
  // Its fields are those of a form: payors/upload.test.ts.
  'post /api/uploads': {},
  'get /api/uploads/:id': { id: 'networkId' },
  'get /api/members': {},
  'post /api/members': {
    body: { kind: 'individual', firstName: 'Nora', lastName: 'Byhand' },
    fields: {
      kind: each([MISSING, null, '', 'person', ...junk], 'Please choose a member or a congregation'),
      ...names,
      ...detailFields,
      confirm: each(['yes', '', 1, [], {}], 'confirm must be true or false'),
      congregationId: each(junk, 'Please choose a congregation'),
    },
  },
  'get /api/members/:id': { id: 'memberId' },
  'put /api/members/:id': {
    id: 'memberId',
    body: { gender: 'f' },
    fields: {
      firstName: each(['', ' ', ...junk], 'First name is required').concat([['x'.repeat(101), 'First name must be 100 characters or less']]),
      lastName: each(['', ' ', ...junk], 'Last name is required').concat([['x'.repeat(101), 'Last name must be 100 characters or less']]),
      ...detailFields,
      congregationId: each(junk, 'Please choose a congregation'),
    },
  },
  'delete /api/members/:id': { id: 'memberId' },
  'post /api/assessment-programs/:id/removals': {
    id: 'programId',
    body: { memberId: '01a1fe3c-e23a-7240-b021-56c9a778f0fa', openBills: 'keep' },
    fields: {
      memberId: each([MISSING, null, '', ...junk], 'Please choose a person'),
      openBills: each([MISSING, null, '', 'drop', ...junk], 'Choose what happens to open bills'),
      reason: each(['x'.repeat(1001)], 'Reason must be 1000 characters or less'),
    },
  },
  'post /api/assessment-programs/:id/bills': {
    id: 'programId',
    body: { memberId: '01a1fe3c-e23a-7240-b021-56c9a778f0fa' },
    fields: {
      memberId: each([MISSING, null, '', ' ', 'x'.repeat(101), ...junk], 'Please choose a person'),
      amount: each(['', '5', 0, -1, 0.001, 1.234, 1e30, 10_000_000, true, [], [5], {}], 'Amount must be a positive number'),
    },
  },
  'post /api/assessment-programs/:id/reprice': {
    id: 'programId',
    body: { dryRun: true },
    fields: { dryRun: each(['yes', 1, [], {}, ''], 'dryRun must be true or false') },
  },
  'put /api/assessment-bills/:id/amount': { id: 'billId', body: { amount: 5 }, fields: { amount: amount('Amount must be a positive number') } },
  'put /api/assessment-bills/:id/mark-as-paid': { id: 'billId', body: {}, fields: { method: method(false), reference } },
  'put /api/assessment-bills/:id/archive': { id: 'billId', body: {}, fields: { reason: optional(1000, 'Reason must be 1000 characters or less') } },
  'post /api/claims/confirm': { body: { billIds: ['x'] }, fields: { billIds: claimed } },
  'post /api/claims/not-received': { body: { billIds: ['x'], reason: 'No' }, fields: { billIds: claimed, reason } },
  'post /api/assessment-bills/:id/not-received': { id: 'billId', body: { reason: 'No' }, fields: { reason } },
  'post /api/assessment-bills/:id/receipts': {
    id: 'billId',
    body: { amount: 5, method: 'check' },
    fields: {
      amount: amount('Amount must be a positive number'),
      method: method(true),
      reference,
      receivedOn: [...day('Received on must be a date'), ['2199-01-01', 'Received on must not be in the future']],
    },
  },
  'post /api/assessment-bills/:id/adjustments': {
    id: 'billId',
    body: { amount: -5, reason: 'Agreed' },
    fields: {
      amount: each([MISSING, null, 0, '5', 0.001, 1.234, 1e30, -1e30, true, [], {}], 'Amount must be a number other than 0').concat([
        [-9_999_999, 'The credit is larger than the bill'],
        [9_999_999.99, 'The bill would be too large'],
      ]),
      reason,
    },
  },
  'post /api/assessment-bills/:id/reversals': {
    id: 'billId',
    body: { paymentId: '01a1fe3c-e23a-7240-b021-56c9a778f0fa', reason: 'A mistake' },
    fields: { paymentId: each([MISSING, null, '', ...junk], 'Please select a payment'), reason },
  },
  'post /api/assessment-bills/:id/refunds': {
    id: 'billId',
    body: { paymentId: '01a1fe3c-e23a-7240-b021-56c9a778f0fa', reason: 'Asked for' },
    fields: {
      paymentId: each([MISSING, null, '', ...junk], 'Please select a payment'),
      amount: [...each(['5', 0, -1, 0.001, 1e30], 'Amount must be a positive number')],
      reason,
    },
  },
  'post /api/assessment-bills/:id/credits': {
    id: 'billId',
    body: { paymentId: '01a1fe3c-e23a-7240-b021-56c9a778f0fa', reason: 'Theirs' },
    fields: {
      paymentId: each([MISSING, null, '', ...junk], 'Please select a payment'),
      amount: [...each(['5', 0, -1, 0.001, 1e30], 'Amount must be a positive number')],
      reason,
    },
  },
  'post /api/payments/:id/credit-refunds': {
    id: 'paymentId',
    body: { reason: 'Asked for' },
    fields: { amount: [...each(['5', 0, -1, 0.001, 1e30], 'Amount must be a positive number')], reason },
  },
  'post /api/payments/create-intent': {
    body: { assessmentId: 'nonsense' },
    fields: {
      assessmentId: each([MISSING, null, '', ...junk], 'Assessment ID is required'),
      method: each(['', 'wire', 'Credit', ...junk], 'Unknown payment method'),
      saveMethod: each(['yes', 1, [], {}], 'saveMethod must be true or false'),
      savedMethodId: each(['', ...junk], 'Unknown payment method'),
      language,
    },
  },
  'post /api/payments/confirm': {
    body: { assessmentId: 'nonsense', paymentIntentId: 'nonsense' },
    fields: {
      assessmentId: each([MISSING, null, '', ...junk], 'Assessment ID is required'),
      paymentIntentId: each([MISSING, null, '', ...junk], 'Payment intent ID is required'),
      receiptTo: each(['', 'nobody', 'a@b', `${'x'.repeat(250)}@example.org`, ...junk], 'Enter an e-mail address'),
    },
  },
  'get /api/payouts': {},
  'get /api/payouts/:id': { id: 'networkId' },
  'get /api/reconciliations': {},
  'post /api/reconciliations': {},
  'get /api/stripe/events': {},
  'post /api/stripe/events/:id/replay': { id: 'networkId' },
  // Their bodies are signed: payments/webhooks.test.ts.
  'post /api/stripe/webhook': {},
  'post /api/stripe/webhook/accounts': {},
  'get /api/credits': {},
  'get /api/events': {},
  'get /api/assessment-bills/:id/history': { id: 'billId' },
  'get /api/assessment-bills/:id/payments': { id: 'billId' },
  'get /api/assessment-bills/:id/credits': { id: 'billId' },
  'get /api/assessments/:id/history': { id: 'programId' },
  'get /api/assessment-programs/:id/campaign/history': { id: 'programId' },
  'get /api/assessment-programs/:id/history': { id: 'programId' },
  'get /api/payment-profiles/:id/history': { id: 'profileId' },
  'get /api/networks/:id/history': { id: 'networkId' },
  'get /api/networks/:id/refused-sites': { id: 'networkId' },
  'get /api/members/:id/history': { id: 'memberId' },
  'post /api/assessments/:id/mark-as-paid': {
    id: 'billId',
    body: { paymentMethod: 'wire' },
    fields: { paymentMethod: [...method(true), ...each(['cash', 'credit', 'Wire'], 'Unknown payment method')], language },
  },
  'delete /api/assessments/:id/mark-as-paid': {
    id: 'billId',
    body: { withdrawToken: 'x' },
    fields: { withdrawToken: [...each(junk, null), [long, null], ['\u0000', NUL]] },
  },
  'get /api/assessment-bills': {},
  'get /api/assessment-bills/:id': { id: 'billId' },
  'get /api/assessment-bills/:id/check-ownership': { id: 'billId' },
  'get /api/claims': {},
  'get /api/bill-counts': {},
  'get /api/my/listAssessmentBills': {},
  'get /api/payments': {},
  'get /api/my/payments': {},
  'get /api/my/payment-methods': {},
  'get /api/my/saved-methods': {},
  'delete /api/my/payment-methods/:id': { id: 'networkId' },
  'get /api/dashboard/summary': {},
  'get /api/dashboard/recent-payments': {},
  'get /api/reports/payments': {},
  'get /api/reports/aging': {},
  'get /api/find': {},
  'get /api/audit/public-key': {},
  'get /api/proofs/:token': {},
  'get /api/audit/heads': {},
  'get /api/audit/proof': {},
  'get /api/audit/pack': {},
  'get /api/exports/bills.csv': {},
  'get /api/exports/payments.csv': {},
  'get /api/exports/members.csv': {},
  'get /api/exports/payouts.csv': {},
  'get /api/members/:id/data': { id: 'memberId' },
  'get /api/my/data': {},
  'get /api/audit/events': {},
  'get /api/audit/diff': {},
  'get /api/audit/unfolded': {},
  'post /api/audit/unfolded/:id/set-aside': { id: 'networkId', body: { reason: 'A test' }, fields: { reason } },
  'get /api/assessment-programs/:id/campaign/preview': { id: 'programId' },
  'post /api/assessment-programs/:id/campaign/test-mail': { id: 'programId' },
  'get /api/assessment-programs/:id/without-email': { id: 'programId' },
  'get /api/assessment-programs/:id/print-bills': { id: 'programId' },
  'get /api/assessment-programs/:id/bills.pdf': { id: 'programId' },
  'get /api/assessment-bills/:id/sheet': { id: 'billId' },
  'get /api/assessment-bills/:id/bill.pdf': { id: 'billId' },
  'get /api/messages': {},
  'get /api/failing-addresses': {},
  'post /api/members/:id/take-up-mail': { id: 'memberId' },
  'post /api/messages/:id/retry': { id: 'networkId' },
  'get /api/reminders/:token': {},
  'put /api/reminders/:token': {
    body: { stopped: true },
    fields: { stopped: each([MISSING, null, '', 'yes', 5, [], {}], 'Choose whether reminders come') },
  },
  'post /reminders/:token': {},
  'get /api/mail/opened/:token': {},
  'get /api/mail/clicked/:token': {},
  // Its fields are signed: messages/messages.test.ts.
  'post /api/mail/events': {},
  'post /api/find-my-bill': {
    body: { network: 'nonsense', email: 'new@example.org' },
    // Whatever stands for a network, the answer is the same: find-bills/find-bills.test.ts.
    fields: { network: [], email: resetEmail },
  },
  'get /api/operations': {},
  'get /api/operations/dead-jobs': {},
  'post /api/operations/dead-jobs/retry': {},
  'post /api/operations/dead-jobs/:id/retry': {},
  'delete /api/operations/dead-jobs/:id': {},
  'get /api/sandbox/mail': {},
  'post /api/sandbox/clock': {
    body: { now: 'x' },
    fields: { now: each([MISSING, null, '', 'now', '2026-02-30T00:00:00Z', '2026-01-01', ...junk], null) },
  },
  'get /api/sandbox/stripe/accounts/:id': {},
  // One of two bodies, and of three: sandbox/stripe/control.test.ts.
  'post /api/sandbox/stripe/accounts/:id': { body: { chargesEnabled: true, achEnabled: true } },
  'post /api/sandbox/stripe/intents/:id/pay': {},
  'post /api/sandbox/stripe/intents/:id/settle': {},
  'post /api/sandbox/stripe/intents/:id/dispute': { body: {}, fields: { outcome: each(['', 'drawn', ...junk], null) } },
  'post /api/sandbox/stripe/chaos': {
    body: {},
    fields: {
      ...Object.fromEntries(['duplicate', 'reorder', 'drop', 'failRate', 'loseAnswers'].map((rate) => [rate, each([-0.1, 1.1, ...junk], null)])),
      delayMs: each([-1, 0.5, 60_001, ...junk.filter((value) => value !== 5)], null),
    },
  },
  'get /api/sandbox/stripe/log': {},
}

type Ids = Readonly<{ networkId: string; programId: string; profileId: string; billId: string; memberId: string; paymentId: string }>
let app: App
let ada: Client & { email: string }
let other: Client
let ids: Ids
let webhookId: string
let others: Ids
const idsOf = ({ bills, ...made }: Awaited<ReturnType<typeof startNetwork>>): Ids => ({
  ...made,
  billId: bills[0]?.id ?? '',
  memberId: bills[0]?.individualMember?.id ?? '',
  paymentId: '',
})
beforeAll(async () => {
  // Ada is the first to join, and runs the installation too.
  app = await startApp({ OPERATORS: 'ada1@vestry.example' })
  const mine = await startNetwork(app, { terms: { type: 'Custom' } })
  const theirs = await startNetwork(app)
  const paid = async ({ admin, bills: [, bill] }: typeof mine) => {
    await admin.post(`/api/assessment-bills/${bill?.id}/receipts`, { amount: 150, method: 'check' })
    const { data } = await admin.get<{ data: { id: string }[] }>('/api/payments')
    return data[0]?.id ?? ''
  }
  ids = { ...idsOf(mine), paymentId: await paid(mine) }
  others = { ...idsOf(theirs), paymentId: await paid(theirs) }
  ada = mine.admin
  other = theirs.admin
  webhookId = (await ada.post(`/api/networks/${ids.networkId}/webhooks`, { ...webhook, name: 'Disputes', happenings: ['payment.dispute_lost'] })).id
})
afterAll(() => app.stop())

const split = (key: string) => key.split(' ') as [method: string, path: string]
const of = (key: string) => calls[key] ?? {}
const keys = Object.keys(calls)
const routeOf = (key: string) => app.routes.find(({ method: verb, path }) => `${verb} ${path}` === key) ?? expect.fail(`${key} is no route`)
const shapeOf = (schema: unknown) => Object.keys((schema as { shape?: object } | null)?.shape ?? {})
const at = (key: string, id?: string) =>
  split(key)[1]
    .replace(':id', id ?? ids[of(key).id ?? 'networkId'])
    .replace(':webhookId/deliveries', `${webhookId}/deliveries`)
const sane = ({ status, text }: { status: number; text: string }, what: string) => {
  expect(status, `${what}: ${text}`).toBeLessThan(500)
  expect(text, what).not.toMatch(/\bat (\S+ )?\(?(file:|\/)\S+:\d+:\d+|node_modules|Error:|\bundefined\b|select .+ from /)
  expect(text, what).not.toContain(process.cwd())
}
const call = async (
  client: Client,
  key: string,
  { id, json = of(key).body, headers = {} }: { id?: string; json?: unknown; headers?: Record<string, string> } = {},
) => {
  const [verb] = split(key)
  const answer = await client.send(verb, at(key, id), { ...(json === undefined || verb === 'get' ? {} : { json }), headers })
  sane(answer, key)
  return answer
}

test('every call of the server is in the table, with every field that it reads', () => {
  expect(app.routes.map(({ method: verb, path }) => `${verb} ${path}`).sort()).toEqual([...keys].sort())
  for (const key of keys) expect(shapeOf(routeOf(key).body).sort(), key).toEqual(Object.keys(of(key).fields ?? {}).sort())
})

describe('bad input is refused with the exact message of each field, and nothing is written', () => {
  expectNothingWritten(() => app)

  test.each(keys.filter((key) => of(key).fields))('%s', async (key) => {
    const { body = {}, fields = {} } = of(key)
    const [verb] = split(key)
    const wrong: string[] = []
    for (const [field, cases] of Object.entries(fields))
      for (const [value, message] of cases) {
        const json: Record<string, unknown> = { ...body, [field]: value }
        if (value === MISSING) delete json[field]
        const answer = await ada.send<{ message: string; code: string; issues?: { path: string }[] }>(verb, at(key), { json })
        sane(answer, key)
        const label = `${field} = ${(value === MISSING ? 'missing' : JSON.stringify(value)).slice(0, 60)}`
        if (answer.status !== 400) wrong.push(`${label}: ${answer.status} ${answer.text.slice(0, 200)}`)
        else if (message !== null && answer.body.message !== message) wrong.push(`${label}: '${answer.body.message}', not '${message}'`)
        else if (answer.body.code === 'invalid' && !answer.body.issues?.some(({ path }) => path.split('.')[0] === field))
          wrong.push(`${label}: ${answer.text}`)
      }
    expect(wrong).toEqual([])
  })

  test.each(keys.filter((key) => of(key).body))('%s: a body that is no object, or too deep', async (key) => {
    const [verb] = split(key)
    const deep = `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`
    for (const raw of ['[]', '[{}]', '{', '"x"', '5', '{"a":}', '\u0000', deep, `{"x":${'['.repeat(10_000)}`]) {
      const answer = await ada.send(verb, at(key), { raw, headers: { 'content-type': 'application/json' } })
      sane(answer, key)
      expect(answer.status, `${raw.slice(0, 20)} ${answer.text}`).toBe(400)
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data; boundary=x'])
      expect((await ada.send(verb, at(key), { raw: '{}', headers: { 'content-type': type } })).status, type).toBe(415)
    const large = await ada.send(verb, at(key), {
      raw: JSON.stringify({ x: 'y'.repeat(33 * 1024) }),
      headers: { 'content-type': 'application/json' },
    })
    expect([large.status, large.body.code]).toEqual([413, 'too-large'])
  })
})

describe('input that is odd', () => {
  test('a program with everything wrong hears of all of it at once, the past day too', async () => {
    const wrong = { ...terms, name: ' ', frequency: 'Daily', amount: 12.345, dueDate: '2020-01-31' }
    for (const key of ['post /api/networks/:id/assessments', 'put /api/assessments/:id']) {
      const answer = await call(ada, key, { json: wrong })
      expect([answer.status, answer.body.issues], key).toEqual([
        400,
        [
          { path: 'name', message: 'Name is required' },
          { path: 'frequency', message: 'Please select a frequency' },
          { path: 'amount', message: 'Amount must have at most two decimals' },
          { path: 'dueDate', message: 'Due date must be in the future' },
        ],
      ])
    }
  })

  test('fields that no call knows are ignored and stored nowhere', async () => {
    const json = { firstName: 'Ada', lastName: 'Example', role: 'Admin', email: 'evil@example.org', id: 'x', __proto__: { a: 1 }, constructor: 'x' }
    expect(await ada.put('/api/profile', json)).toEqual({ email: ada.email, firstName: 'Ada', lastName: 'Example', hasPassword: true })
  })
  test('odd text is kept as text', async () => {
    for (const lastName of ['\ud800', '\\u0000', "'; drop table users; --", '<script>', '$1', '\\N', '{}']) {
      const answer = await ada.send('put', '/api/profile', { json: { firstName: 'Ada', lastName } })
      sane(answer, lastName)
      expect(answer.status).toBe(200)
    }
    for (const name of ['\ud800', '\\N', 'a\tb\nc', '\\']) {
      const answer = await ada.send('put', `/api/assessments/${ids.programId}`, { json: { ...terms, type: 'Custom', name, description: '\ud800\\' } })
      sane(answer, name)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers.get('vestry-lag'), name).toBeNull()
    }
    expect((await ada.send('get', '/readyz')).status).toBe(200)
  })
  test('text that turns what is read around is refused in a name (R225)', async () => {
    const { status, body } = await ada.send('put', '/api/profile', { json: { firstName: 'Ada', lastName: '\u202e' } })
    expect([status, body.issues]).toMatchObject([400, [{ path: 'lastName', message: expect.stringContaining('invisible') }]])
  })
})

describe('query parameters', () => {
  test.each(keys.filter((key) => split(key)[0] === 'get'))('of %s', async (key) => {
    const query = shapeOf(routeOf(key).query)
    const client = key.endsWith('logout') ? app.guest() : ada
    const ask = async (text: string) => {
      const answer = await client.send<{ code: string; pagination?: { pageSize: number } }>('get', `${at(key)}?${text}`)
      sane(answer, text)
      return answer
    }
    const lists = { page: ['0', 'x', '-1', '1.5', '', '1e30', 'NaN', '%00', '1&page=2'], pageSize: ['0', 'x', '-1', '1.5', '', 'NaN'] }
    const unknown = ['Foo', 'evil', '%00', 'createdAt;drop', 'a&{}=b', "'"]
    // Logging out succeeds whatever stands in its address (R18).
    for (const [name, values] of Object.entries({
      ...lists,
      orderBy: unknown,
      order: unknown,
      status: unknown,
      kind: unknown,
      paidOnly: ['Foo', '1', '%00'],
    }))
      for (const value of query.includes(name) && !key.endsWith('/auth/logout') ? values : []) {
        const answer = await ask(`${name}=${value.replace('{}', name)}`)
        expect(answer.status, `${name}=${value} ${answer.text.slice(0, 100)}`).toBe(400)
        expect(answer.body.code).toBe('invalid')
      }
    for (const name of query.filter((each) => ['search', 'assessmentProgramId', 'to', 'redirectTo', 'token'].includes(each))) {
      expect((await ask(`${name}=a%00b`)).status, name).toBe(key.endsWith('/auth/logout') ? 200 : 400)
      for (const value of ['%25', '_', '\\', "'", '%F0%9F%98%80', '%ff', 'nonsense'])
        expect((await ask(`${name}=${encodeURIComponent(value)}`)).status).not.toBe(500)
    }
    if (query.includes('page')) {
      const span = query.includes('from') ? 'from=2020-01-01&to=2020-02-01&' : ''
      expect((await ask(`${span}pageSize=1000`)).body.pagination?.pageSize).toBe(100)
      type Listed = { data: unknown[] | { bills: unknown[] }; pagination: object }
      const { body, status } = await ada.send<Listed>('get', `${at(key)}?${span}page=999999999&pageSize=100`)
      expect([status, 'bills' in body.data ? body.data.bills : body.data]).toEqual([200, []])
    }
    if (query.includes('assessmentProgramId') && query.includes('page'))
      for (const id of [others.programId, '01a1fe3c-e23a-7240-b021-56c9a778f0fa', 'nonsense']) {
        const { body } = await ada.send('get', `${at(key)}?assessmentProgramId=${id}`)
        expect(body).toEqual({ data: [], pagination: { page: 1, pageSize: 10, totalPages: 0, totalItems: 0 } })
      }
  })
})

test('a page size beyond all numbers is cut to 100 too', async () => {
  const { body } = await ada.send<{ pagination?: { pageSize: number } }>('get', '/api/members?pageSize=100000000000000000000')
  expect(body.pagination?.pageSize).toBe(100)
})

describe('a call that is refused changes nothing', () => {
  const staleFirst = ['put /api/assessment-programs/:id/status', 'put /api/payment-profiles/:id']
  expectNothingWritten(() => app)

  test.each(keys)('%s: a guest', async (key) => {
    const { access } = routeOf(key)
    if (access.kind === 'everyone' || key === 'post /api/sandbox/clock') return
    const { status, body } = await call(app.guest(), key)
    expect([status, body]).toEqual([401, { message: `Please log in to ${access.action} this ${access.thing}.`, code: 'unauthenticated' }])
  })

  test.each(keys.filter((key) => of(key).id))('%s: a foreign id is as good as an absent one', async (key) => {
    if (routeOf(key).access.kind === 'everyone') return
    const absent = of(key).id === 'billId' ? 'A'.repeat(22) : '01a1fe3c-e23a-7240-b021-56c9a778f0fa'
    for (const headers of [{}, ...(staleFirst.includes(key) ? [] : [{ 'if-match': '"0"' }, { 'if-match': '"1"' }])] as Record<string, string>[]) {
      const foreign = await call(other, key, { headers })
      const nobody = await call(other, key, { id: absent, headers })
      const nonsense = await call(other, key, { id: 'nonsense%20%27', headers })
      expect([foreign.status, foreign.text], JSON.stringify(headers)).toEqual([nobody.status, nobody.text])
      expect([nonsense.status, nonsense.text], JSON.stringify(headers)).toEqual([nobody.status, nobody.text])
      expect(foreign.status).toBe(404)
    }
  })

  test.each(staleFirst)('%s: nor does If-Match tell which ids there are', async (key) => {
    expect((await call(other, key, { headers: { 'if-match': '"0"' } })).status).toBe(404)
    expect((await call(other, key, { id: '01a1fe3c-e23a-7240-b021-56c9a778f0fa', headers: { 'if-match': '"0"' } })).status).toBe(404)
  })

  test('things of another network cannot be named in a body either', async () => {
    for (const networkId of [ids.networkId, 'nonsense']) {
      const answer = await other.send('post', '/api/auth/network', { json: { networkId } })
      expect([answer.status, answer.body.message]).toEqual([404, 'Network not found or you do not have access to it.'])
    }
    for (const paymentProfileId of [ids.profileId, 'nonsense']) {
      const answer = await other.send('put', `/api/assessment-programs/${others.programId}/payment-profile`, { json: { paymentProfileId } })
      expect([answer.status, answer.body.message]).toEqual([404, 'Payment profile not found or you do not have access to it.'])
    }
  })
})

describe('who may call', () => {
  test('an Auditor reads everything and writes nothing, a Member neither', async () => {
    const people = { Auditor: await app.join('Aud'), Member: await app.join('Mem') }
    for (const [role, client] of Object.entries(people)) {
      const { body } = await client.send<{ user: { id: string } }>('get', '/api/auth/verify')
      const stream = `network-${ids.networkId}` as const
      const { length } = await app.store.read(stream)
      const data = { networkId: ids.networkId, userId: body.user.id, role }
      const metadata = { $correlationId: '', $causationId: '', actor: 'system:test', schema: 1, at: app.clock.now() }
      await app.store.append(stream, [{ id: crypto.randomUUID(), type: 'NetworkRoleGranted', data, metadata }], length - 1)
      await expect.poll(async () => (await client.get<{ user: { role: string } }>('/api/auth/verify')).user.role).toBe(role)
    }
    // Stripe has sent nothing to this network's bank, and some calls want to know about what.
    const unlike: Record<string, number> = {
      'get /api/payouts/:id': 404,
      'get /api/audit/proof': 400,
      'get /api/audit/pack': 400,
      'get /api/audit/diff': 400,
    }
    const before = await app.written()
    for (const key of keys) {
      const { access } = routeOf(key)
      const text = `${key} ${access.kind}`
      if (access.kind === 'write') {
        expect((await call(people.Auditor, key)).status, text).toBe(403)
        expect((await call(people.Member, key)).status, text).toBe(403)
      } else if (access.kind === 'read') {
        expect((await call(people.Auditor, key)).status, text).toBe(unlike[key] ?? 200)
        expect((await call(people.Member, key)).status, text).toBe(403)
      }
    }
    expect(await app.written()).toBe(before)
  })

  test('a request of another site changes nothing', async () => {
    const before = await app.written()
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: app.base.replace(/\d+$/, '1') },
      { origin: `${app.base}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const key of keys.filter((each) => split(each)[0] !== 'get'))
      for (const headers of foreign) expect((await call(ada, key, { headers })).status, `${key} ${JSON.stringify(headers)}`).toBe(403)
    const form = await ada.send('post', `/pay/${ids.billId}`, {
      raw: 'paymentMethod=wire&sent=on',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    })
    expect(form.status).toBe(403)
    expect(await app.written()).toBe(before)
    // This machine is known by each of its names where no BASE_URL says otherwise.
    for (const origin of [app.base, app.base.replace('127.0.0.1', 'localhost')])
      expect((await call(ada, 'put /api/profile', { headers: { origin, 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
  })

  test('an ETag leads to no 304: what is shown with a thing may have changed without it', async () => {
    const { headers } = await call(ada, 'get /api/assessment-bills/:id')
    expect(headers.get('etag')).toBeTruthy()
    const again = await call(ada, 'get /api/assessment-bills/:id', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(200)
  })
})

describe('repeating a command', () => {
  const receipts = () => `/api/assessment-bills/${ids.billId}/receipts`
  const payments = async () => (await ada.get<{ pagination: { totalItems: number } }>('/api/payments')).pagination.totalItems
  const pay = (key: string, cents = 1) =>
    ada.send('post', receipts(), { json: { amount: cents / 100, method: 'check' }, headers: { 'idempotency-key': key } })

  test('with the same key and body gets the same answer, and happens once', async () => {
    const before = await payments()
    const first = await pay('key-1')
    const again = await pay('key-1')
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(await payments()).toBe(before + 1)
  })
  test('with the same key and body gets the same ETag', async () => {
    const tags = [await pay('key-4'), await pay('key-4')].map(({ headers }) => headers.get('etag'))
    expect(tags[1]).toBe(tags[0])
  })
  test('with the same key and another body is refused', async () => {
    expect(await pay('key-1', 2)).toMatchObject({ status: 409, body: { code: 'idempotency-mismatch' } })
  })
  test('at the same moment happens once, and everybody gets the same answer', async () => {
    const before = await payments()
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay('key-2')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await payments()).toBe(before + 1)
  })
  test('of somebody else with the same key is another command', async () => {
    const answer = await other.send('post', '/api/networks', { json: { name: 'Elsewhere' }, headers: { 'idempotency-key': 'key-1' } })
    expect(answer.status).toBe(201)
    await other.post('/api/auth/network', { networkId: others.networkId })
  })
  test('that was refused may be sent again, put right', async () => {
    expect((await pay('key-3', -1)).status).toBe(400)
    expect((await pay('key-3', 1)).status).toBe(201)
  })
  test.each([
    ['long', 'x'.repeat(201)],
    ['spaced', 'a b'],
  ])('with a %s key is refused', async (_, key) => expect((await pay(key)).status).toBe(400))
  test('of every call that creates keeps to it', async () => {
    for (const key of keys.filter((each) => routeOf(each).creates)) {
      const headers = { 'idempotency-key': 'once-more' }
      const first = await call(ada, key, { headers })
      const again = await call(ada, key, { headers })
      if (first.status < 300) expect([again.status, again.text], key).toEqual([first.status, first.text])
    }
    await ada.post('/api/auth/network', { networkId: ids.networkId })
  })
})

describe('what somebody else has changed', () => {
  test('is not overwritten by a PUT that says what it saw', async () => {
    for (const [path, json] of [
      [`/api/assessments/${ids.programId}`, { ...terms, type: 'Custom' }],
      [`/api/payment-profiles/${ids.profileId}`, profile],
    ] as const) {
      const seen = (await ada.send('get', path)).headers.get('etag') ?? expect.fail('no ETag')
      const first = await ada.send('put', path, { json: { ...json, name: 'First' }, headers: { 'if-match': seen } })
      expect(first.status, first.text).toBe(200)
      expect(first.headers.get('etag')).not.toBe(seen)
      for (const stale of [seen, '"999"', 'nonsense', '']) {
        const second = await ada.send('put', path, { json: { ...json, name: 'Second' }, headers: { 'if-match': stale } })
        expect([second.status, second.body.code], `If-Match ${stale}`).toEqual([412, 'stale'])
      }
      expect((await ada.send('get', path)).body.name).toBe('First')
      expect((await ada.send('get', path)).headers.get('etag')).toBe(first.headers.get('etag'))
    }
  })

  test('nor are names', async () => {
    const { body: names, headers } = await ada.send<{ firstName: string; lastName: string }>('get', '/api/profile')
    const seen = headers.get('etag') ?? expect.fail('no ETag')
    const rename = (firstName: string, tag: string) =>
      ada.send('put', '/api/profile', { json: { ...names, firstName }, headers: { 'if-match': tag } })
    const first = await rename('First', seen)
    expect(first.status, first.text).toBe(200)
    for (const stale of [seen, '"999"', 'nonsense', '']) expect((await rename('Second', stale)).status, `If-Match ${stale}`).toBe(412)
    expect((await ada.send('get', '/api/profile')).headers.get('etag')).toBe(first.headers.get('etag'))
    expect((await rename(names.firstName, first.headers.get('etag') ?? '')).status).toBe(200)
  })
})

describe('sessions', () => {
  test('live in a cookie that no script and no other site can use', async () => {
    const answer = await app.guest().send('post', '/api/auth/login', { json: { email: ada.email, password: PASSWORD } })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^vestry=[\w-]{43};/)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Secure')
  })
  test('begin under a new secret at each sign-in, the old one being void', async () => {
    const person = await app.join()
    const old = person.cookie()
    await person.post('/api/auth/login', { email: person.email, password: PASSWORD })
    expect(person.cookie()).not.toBe(old)
    expect((await app.guest().send('get', '/api/profile', { headers: { cookie: old } })).status).toBe(401)
  })
  test('end with a change of password, but for the one that changed it', async () => {
    const person = await app.join()
    const elsewhere = app.guest()
    await elsewhere.post('/api/auth/login', { email: person.email, password: PASSWORD })
    await person.put('/api/password/change', change)
    expect((await elsewhere.send('get', '/api/profile')).status).toBe(401)
    expect((await person.send('get', '/api/profile')).status).toBe(200)
  })
  test.each([
    ['/dashboard', '/dashboard'],
    ['/payors?tab=assessment-bills&page=2', '/payors?tab=assessment-bills&page=2'],
    ['/pay/AAAAAAAAAAAAAAAAAAAAAA', '/pay/AAAAAAAAAAAAAAAAAAAAAA'],
  ])('lead on to %s', async (target, expected) =>
    expect(await app.guest().get(`/api/auth/logout?redirectTo=${encodeURIComponent(target)}`)).toEqual({ redirectTo: expected }),
  )
  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2f/evil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    '/x\r\nSet-Cookie: a=b',
    '@evil.example',
    'evil.example',
    '/.//evil.example',
    '/..//evil.example',
    ' //evil.example',
    '',
  ])('lead nowhere by %j', async (target) => {
    const answer = await app.guest().send('get', `/api/auth/logout?redirectTo=${encodeURIComponent(target)}`)
    expect([answer.status, answer.body.redirectTo]).toEqual([200, undefined])
  })
  const ends = async (_: string, query: string) => {
    const person = await app.join()
    expect((await person.send('get', `/api/auth/logout?${query}`)).status).toBe(200)
    expect(await person.get('/api/auth/verify')).toEqual({ authenticated: false, user: null })
  }
  test('end although the way on is broken UTF-8', () => ends('', 'redirectTo=%ff'))
  test.each([
    ['a path that is too long', `redirectTo=/${'x'.repeat(3000)}`],
    ['two paths', 'redirectTo=/a&redirectTo=/b'],
    ['a NUL character', 'redirectTo=%00'],
  ])('end although the way on is %s', ends)
})

test('account numbers are shown whole to payors by the public bill alone', async () => {
  const fresh = await startNetwork(app)
  const mine = idsOf(fresh)
  const whole = /0?987654321|111222333444/
  for (const key of keys.filter((each) => split(each)[0] === 'get' && !each.includes('logout'))) {
    const { text } = await call(fresh.admin, key, { id: mine[of(key).id ?? 'networkId'] })
    expect(text, key).not.toMatch(whole)
  }
  const { text } = await fresh.admin.send('put', `/api/payment-profiles/${mine.profileId}`, {
    json: { name: 'Other', methods: { Wire: { ...wire, accountNumber: '****4321' } } },
  })
  expect(text).toContain('****4321')
  expect(text).not.toMatch(whole)
  const bill = () =>
    app.guest().send<{ data: { paymentProfile: { methods: { wire: { accountNumber: string } } } } }>('get', `/api/assessment-bills/${mine.billId}`)
  expect((await bill()).body.data.paymentProfile.methods.wire.accountNumber).toBe('000987654321')
  await fresh.admin.put(`/api/assessment-bills/${mine.billId}/mark-as-paid`)
  expect((await bill()).text).not.toMatch(whole)
  const { rows } = await app.pool.query<{ found: string }>(`select data as found from events where data ~ '987654321|ruth@example.org'`)
  expect(rows, 'the log holds neither account numbers nor addresses in clear').toEqual([])
})

describe('at the usual limits', () => {
  let strict: App
  beforeAll(async () => {
    strict = await startApp({ RATE_LIMIT_FACTOR: '1' })
  })
  afterAll(() => strict.stop())

  test('guessing a password is slowed down after five tries, with the time to wait', async () => {
    const guess = () => strict.guest().send('post', '/api/auth/login', { json: { email: 'x@example.org', password: 'wrong' } })
    for (let i = 0; i < 5; i += 1) expect((await guess()).status).toBe(401)
    const answer = await guess()
    expect([answer.status, answer.body.code]).toEqual([429, 'slow-down'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })
  test('a form of a payment can be opened again and again, by card and bank; only new attempts count (R134)', async () => {
    const made = await startPayableNetwork(strict)
    const [open, other] = made.bills
    const paying = payingAt(strict.guest())
    const { body: first } = await paying.intend(open?.id ?? '')
    for (let i = 0; i < 12; i += 1)
      expect(await paying.intend(open?.id ?? '', { method: i % 2 ? 'credit' : 'ach' })).toMatchObject({
        status: 200,
        body: { paymentIntentId: first.paymentIntentId },
      })
    // Each payor who comes to a bill after another one has an attempt of their own.
    const answers = []
    for (let i = 0; i < 12; i += 1) answers.push((await payingAt(i % 2 ? strict.guest() : made.admin).intend(other?.id ?? '')).status)
    expect(answers).toEqual([...Array(10).fill(200), 429, 429])
  })
  test('claims on a bill are three a minute, and may be taken back besides', async () => {
    const path = `/api/assessments/${'A'.repeat(22)}/mark-as-paid`
    const claim = () => strict.guest().send('post', path, { json: { paymentMethod: 'wire' } })
    for (let i = 0; i < 3; i += 1) expect((await claim()).status).toBe(404)
    const answer = await claim()
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([429, true])
    expect((await strict.guest().send('delete', path, { json: { withdrawToken: 'x' } })).status).toBe(404)
  })
})

test('nothing unexpected was logged on the way', () => expect(app.complaints).toEqual([]))
