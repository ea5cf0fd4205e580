import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp, startNetwork, terms, wire } from '../../scripts/testing/app.ts'
import { instantOf } from '../kernel/dates.ts'
import { type Access, admins, everyone, signedInTo } from '../platform/http/route.ts'

type Role = 'Admin' | 'Auditor' | 'Member'
type Kind = 'network' | 'program' | 'profile' | 'bill' | 'member' | 'message' | 'payment'

/** What a call is about, and who may make it beyond what its declared access says of a visitor's current network. */
type Entry = Readonly<{
  /** Whose things its id is one of; without it, it is about one's own things or the current network. */
  thing?: Kind
  /** Who may, in the network of that thing. By default whom the access names; 'capability': whoever knows the id. */
  who?: readonly Role[] | 'capability'
  /** An accepted body; the id may stand in it rather than in the path. */
  body?: (id: string) => Record<string, unknown> | FormData
  /** It refuses by what it is given, not by who asks: these statuses are no leak. */
  also?: readonly number[]
}>

const READERS: readonly Role[] = ['Admin', 'Auditor']
const WRITERS: readonly Role[] = ['Admin']
const ANYBODY_IN: readonly Role[] = ['Admin', 'Auditor', 'Member']

const things: Record<Kind, string> = {
  network: 'Network',
  program: 'Assessment program',
  profile: 'Payment profile',
  bill: 'Assessment bill',
  member: 'Member',
  message: 'Message',
  payment: 'Payment',
}
const absent: Record<Kind, string> = {
  network: '01a1fe3c-e23a-7240-b021-56c9a778f0fa',
  program: '01a1fe3c-e23a-7240-b021-56c9a778f0fa',
  profile: '01a1fe3c-e23a-7240-b021-56c9a778f0fa',
  bill: 'A'.repeat(22),
  member: '01a1fe3c-e23a-7240-b021-56c9a778f0fa',
  message: '01a1fe3c-e23a-7240-b021-56c9a778f0fa',
  payment: '01a1fe3c-e23a-7240-b021-56c9a778f0fa',
}
const MALFORMED = "nonsense '"

const profile = { name: 'Main', methods: { Wire: wire } }
const change = { currentPassword: PASSWORD, newPassword: 'Another-1!', confirmPassword: 'Another-1!' }
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const made = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const signed = { ...credential, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } }
const webhook = { name: 'Accounting', url: 'https://books.example/hook', happenings: ['bill.paid'] }
const someone = { firstName: 'Ruth', lastName: 'One', email: 'someone@example.org', password: PASSWORD }
const upload = (programId: string) => {
  const form = new FormData()
  form.set('assessmentProgramId', programId)
  form.set('uploadType', 'individualMembers')
  form.set('file', new Blob(['firstName,lastName\nRuth,One\n'], { type: 'text/csv' }), 'members.csv')
  return form
}

/** Every call of the server, in the order in which those who may make it do so. One that is not here fails the test. */
const table: Readonly<Record<string, Entry>> = {
  'get /api/auth/confirm-email': { also: [400] },
  'post /api/auth/register': { body: () => someone },
  'post /api/auth/resend-confirmation': { body: () => ({ email: someone.email }) },
  'post /api/auth/login': { body: () => ({ email: someone.email, password: 'wrong-one' }), also: [401] },
  'get /api/auth/verify': {},
  'get /api/profile': {},
  'put /api/profile': { body: () => ({ firstName: 'Ruth', lastName: 'One' }) },
  'post /api/auth/reauthenticate': { body: () => ({ password: PASSWORD }) },
  'post /api/password/reset/request': { body: () => ({ email: someone.email }) },
  'post /api/password/reset/validate-token': { body: () => ({ token: 'nonsense' }), also: [400] },
  'post /api/password/reset/confirm': { body: () => ({ ...change, token: 'nonsense' }), also: [400] },
  'get /api/invitations/:token': { also: [400] },
  'post /api/invitations/accept': { body: () => ({ token: 'nonsense' }), also: [400] },
  'post /api/invitations/decline': { body: () => ({ token: 'nonsense' }), also: [400] },
  'get /api/oauth/:provider': { also: [404] },
  'post /api/oauth/:provider/connect': { also: [404] },
  'get /api/oauth/:provider/callback': { also: [404] },
  'get /api/oauth/accounts': {},
  'delete /api/oauth/accounts/:id': { also: [404] },
  'get /api/auth/sessions': {},
  'delete /api/auth/sessions': {},
  'delete /api/auth/sessions/:id': { also: [404] },
  'get /api/auth/totp': {},
  'post /api/auth/totp': { also: [403] },
  'post /api/auth/second-step': { body: () => ({ code: '000000' }), also: [400] },
  'post /api/auth/second-step/passkey': { body: () => signed, also: [400] },
  'post /api/auth/factor-code': {},
  'post /api/auth/factor-code/confirm': { body: () => ({ code: 'aaaa-aaaa' }), also: [400] },
  'post /api/auth/recovery-codes': { also: [409] },
  'post /api/auth/totp/confirm': { body: () => ({ code: '000000' }), also: [400, 403] },
  'delete /api/auth/totp': {},
  'post /api/auth/login/code/request': { body: () => ({ email: 'somebody@vestry.test' }) },
  'post /api/auth/login/code': { body: () => ({ email: 'somebody@vestry.test', code: 'aaaa-aaaa' }), also: [400] },
  'post /api/auth/login/totp': { body: () => ({ code: '000000' }), also: [401] },
  'get /api/auth/passkeys': {},
  'post /api/auth/passkeys/options': { also: [403] },
  'post /api/auth/passkeys': { body: () => made, also: [400, 403] },
  'delete /api/auth/passkeys/:id': { also: [404] },
  'post /api/auth/login/passkey/options': {},
  'post /api/auth/login/passkey': { body: () => signed, also: [401] },

  'get /api/networks': {},
  'get /api/networks/:id': { thing: 'network', who: ANYBODY_IN },
  'put /api/networks/:id': { thing: 'network', who: WRITERS, body: () => ({ description: 'Changed' }) },
  'get /api/networks/:id/people': { thing: 'network', who: READERS },
  'post /api/networks/:id/people': { thing: 'network', who: WRITERS, body: () => ({ email: someone.email, role: 'Member' }) },
  'get /api/networks/:id/api-keys': { thing: 'network', who: READERS },
  'post /api/networks/:id/api-keys': { thing: 'network', who: WRITERS, body: () => ({ name: 'Script', scope: 'read' }) },
  'post /api/networks/:id/api-keys/:keyId/replace': { thing: 'network', who: WRITERS, also: [404] },
  'delete /api/networks/:id/api-keys/:keyId': { thing: 'network', who: WRITERS, also: [404] },
  'get /api/networks/:id/webhooks': { thing: 'network', who: READERS },
  'post /api/networks/:id/webhooks': { thing: 'network', who: WRITERS, body: () => webhook },
  'put /api/networks/:id/webhooks/:webhookId': { thing: 'network', who: WRITERS, body: () => ({ ...webhook, isOn: true }), also: [404] },
  'post /api/networks/:id/webhooks/:webhookId/secret': { thing: 'network', who: WRITERS, also: [404] },
  'get /api/networks/:id/webhooks/:webhookId/deliveries': { thing: 'network', who: READERS, also: [404] },
  'get /api/networks/:id/webhooks/:webhookId/deliveries/:deliveryId': { thing: 'network', who: READERS, also: [404] },
  'post /api/networks/:id/webhooks/:webhookId/deliveries/:deliveryId/replay': { thing: 'network', who: WRITERS, also: [404] },
  'post /api/networks/:id/webhooks/:webhookId/replay': {
    thing: 'network',
    who: WRITERS,
    body: () => ({ since: '2026-01-01T00:00:00Z' }),
    also: [404],
  },
  'post /api/networks/:id/webhooks/:webhookId/test': { thing: 'network', who: WRITERS, also: [404] },
  'delete /api/networks/:id/webhooks/:webhookId': { thing: 'network', who: WRITERS, also: [404] },

  'get /api/assessments': {},
  'get /api/assessment-programs': {},
  'get /api/assessments/:id': { thing: 'program' },
  'get /api/assessment-programs/:id': { thing: 'program' },
  'get /api/assessment-programs/:id/count': { thing: 'program' },
  'get /api/assessment-programs/:id/campaign/readiness': { thing: 'program' },
  'get /api/assessment-programs/:id/campaign/stats': { thing: 'program' },
  'get /api/assessment-programs/:id/runs': { thing: 'program' },
  'put /api/assessment-programs/:id/campaign/status': { thing: 'program', body: () => ({ status: 'Paused' }), also: [409] },
  'post /api/networks/:id/assessments': { thing: 'network', body: () => terms },
  'put /api/assessments/:id': { thing: 'program', body: () => terms },
  'put /api/assessment-programs/:id/payment-profile': { thing: 'program', body: () => ({ paymentProfileId: absent.profile }), also: [404] },
  'put /api/assessment-programs/:id/status': { thing: 'program', body: () => ({ status: 'Active' }) },
  'post /api/uploads': { thing: 'program', body: upload },
  'get /api/uploads/:id': { also: [404] },

  'get /api/payment-profiles': {},
  'get /api/payment-profiles/:id': { thing: 'profile' },
  'post /api/payment-profiles': { body: () => profile },
  'post /api/payment-profiles/:id/reveal': { thing: 'profile', who: WRITERS },
  'put /api/payment-profiles/:id': { thing: 'profile', body: () => profile },
  'post /api/stripe/onboard-admin': { thing: 'profile', body: (paymentProfileId) => ({ paymentProfileId }) },
  'post /api/payment-profiles/:id/refresh': { thing: 'profile', who: WRITERS },

  'get /api/members': {},
  'post /api/members': { body: () => ({ kind: 'individual', firstName: 'Ruth', lastName: 'Byhand', confirm: true }) },
  'get /api/members/:id': { thing: 'member' },
  'put /api/members/:id': { thing: 'member', body: () => ({ gender: 'f' }) },
  'post /api/assessment-programs/:id/bills': { thing: 'program', body: () => ({ memberId: absent.member }), also: [404] },
  'post /api/assessment-programs/:id/removals': { thing: 'program', body: () => ({ memberId: absent.member, openBills: 'keep' }), also: [404] },
  'post /api/assessment-programs/:id/reprice': { thing: 'program', body: () => ({ dryRun: true }) },
  'get /api/payments': {},
  'get /api/my/payments': {},
  'get /api/my/payment-methods': { also: [400] },
  'delete /api/my/payment-methods/:id': { also: [404] },
  'get /api/dashboard/summary': {},
  'get /api/dashboard/recent-payments': {},
  'get /api/reports/payments': {},
  'get /api/reports/aging': {},
  'get /api/find': {},
  'get /api/audit/public-key': { also: [404] },
  'get /api/proofs/:token': { also: [404] },
  'get /api/audit/heads': { also: [404] },
  'get /api/audit/proof': { also: [400, 404] },
  'get /api/audit/pack': { also: [400, 404] },
  'get /api/exports/bills.csv': {},
  'get /api/exports/payments.csv': {},
  'get /api/exports/members.csv': {},
  'get /api/exports/payouts.csv': {},
  'get /api/members/:id/data': { thing: 'member' },
  'get /api/my/data': {},
  'get /api/audit/events': {},
  'get /api/audit/diff': {},
  'get /api/audit/unfolded': {},
  'post /api/audit/unfolded/:id/set-aside': { body: () => ({ reason: 'No' }), also: [404] },

  'get /api/assessment-bills': {},
  'get /api/claims': {},
  'get /api/bill-counts': {},
  'get /api/my/listAssessmentBills': {},
  'get /api/assessment-bills/:id': { thing: 'bill', who: 'capability' },
  'get /api/assessment-bills/:id/check-ownership': { thing: 'bill', who: 'capability' },
  'post /api/assessments/:id/mark-as-paid': { thing: 'bill', who: 'capability', body: () => ({ paymentMethod: 'wire' }) },
  'delete /api/assessments/:id/mark-as-paid': { thing: 'bill', who: 'capability', body: () => ({ withdrawToken: 'x' }), also: [403, 404] },
  'put /api/assessment-bills/:id/amount': { thing: 'bill', body: () => ({ amount: 5 }) },
  'post /api/assessment-bills/:id/receipts': { thing: 'bill', body: () => ({ amount: 5, method: 'check' }) },
  'post /api/claims/confirm': { body: () => ({ billIds: [absent.bill] }) },
  'post /api/claims/not-received': { body: () => ({ billIds: [absent.bill], reason: 'No' }) },
  'post /api/assessment-bills/:id/not-received': { thing: 'bill', body: () => ({ reason: 'No' }) },
  'put /api/assessment-bills/:id/mark-as-paid': { thing: 'bill', body: () => ({}) },
  'put /api/assessment-bills/:id/archive': { thing: 'bill', body: () => ({}) },
  'post /api/assessment-bills/:id/adjustments': { thing: 'bill', body: () => ({ amount: 5, reason: 'Agreed' }), also: [409] },
  'post /api/assessment-bills/:id/reversals': { thing: 'bill', body: () => ({ paymentId: absent.payment, reason: 'A mistake' }), also: [404] },
  'post /api/assessment-bills/:id/refunds': { thing: 'bill', body: () => ({ paymentId: absent.payment, reason: 'Asked for' }), also: [404] },
  'post /api/assessment-bills/:id/credits': { thing: 'bill', body: () => ({ paymentId: absent.payment, reason: 'Theirs' }), also: [404] },
  'post /api/payments/:id/credit-refunds': { thing: 'payment', body: () => ({ reason: 'Asked for' }), also: [404, 409] },
  'post /api/payments/create-intent': { thing: 'bill', who: 'capability', body: (assessmentId) => ({ assessmentId }), also: [429] },
  'post /api/payments/confirm': {
    thing: 'bill',
    who: 'capability',
    body: (assessmentId) => ({ assessmentId, paymentIntentId: 'pi_1' }),
    also: [429],
  },
  'get /api/payouts': {},
  'get /api/payouts/:id': { also: [404] },
  'get /api/reconciliations': {},
  'post /api/reconciliations': {},
  'get /api/stripe/events': {},
  'post /api/stripe/events/:id/replay': { also: [404] },
  'post /api/stripe/webhook': { also: [400] },
  'post /api/stripe/webhook/accounts': { also: [400] },
  'get /api/credits': {},
  'get /api/events': { also: [404] },
  'get /api/assessment-bills/:id/history': { thing: 'bill' },
  'get /api/assessment-bills/:id/payments': { thing: 'bill' },
  'get /api/assessment-bills/:id/credits': { thing: 'bill' },
  'get /api/assessments/:id/history': { thing: 'program' },
  'get /api/assessment-programs/:id/campaign/history': { thing: 'program' },
  'get /api/assessment-programs/:id/history': { thing: 'program' },
  'get /api/payment-profiles/:id/history': { thing: 'profile' },
  'get /api/networks/:id/history': { thing: 'network', who: READERS },
  'get /api/networks/:id/refused-sites': { thing: 'network', who: READERS },
  'get /api/members/:id/history': { thing: 'member' },

  'get /api/assessment-programs/:id/campaign/preview': { thing: 'program' },
  'post /api/assessment-programs/:id/campaign/test-mail': { thing: 'program' },
  'get /api/assessment-programs/:id/without-email': { thing: 'program' },
  'get /api/assessment-programs/:id/print-bills': { thing: 'program' },
  'get /api/assessment-programs/:id/bills.pdf': { thing: 'program' },
  'get /api/assessment-bills/:id/sheet': { thing: 'bill', who: 'capability' },
  'get /api/assessment-bills/:id/bill.pdf': { thing: 'bill' },
  'get /api/messages': {},
  'get /api/failing-addresses': {},
  'post /api/members/:id/take-up-mail': { thing: 'member' },
  'post /api/messages/:id/retry': { thing: 'message', also: [409] },
  'get /api/reminders/:token': { also: [404] },
  'put /api/reminders/:token': { body: () => ({ stopped: true }), also: [404] },
  'post /reminders/:token': { also: [404] },
  'get /api/mail/opened/:token': { also: [404] },
  'get /api/mail/clicked/:token': { also: [404] },
  'post /api/mail/events': { also: [400] },
  'post /api/find-my-bill': { body: () => ({ network: absent.network, email: someone.email }) },

  'get /api/operations': {},
  'get /api/operations/dead-jobs': {},
  'post /api/operations/dead-jobs/retry': {},
  'post /api/operations/dead-jobs/:id/retry': { also: [404] },
  'delete /api/operations/dead-jobs/:id': { also: [404] },

  'get /api/sandbox/mail': {},
  'post /api/sandbox/clock': { body: () => ({ now: new Date().toISOString() }) },
  'get /api/sandbox/stripe/accounts/:id': { also: [404] },
  'post /api/sandbox/stripe/accounts/:id': { body: () => ({ chargesEnabled: true, achEnabled: true }), also: [404] },
  'post /api/sandbox/stripe/intents/:id/pay': { body: () => ({ card: '4242424242424242' }), also: [404] },
  'post /api/sandbox/stripe/intents/:id/settle': { also: [404] },
  'post /api/sandbox/stripe/intents/:id/dispute': { also: [404] },
  'post /api/sandbox/stripe/chaos': {},
  'get /api/sandbox/stripe/log': {},

  // What changes who one is, or forgets somebody, comes last.
  'delete /api/members/:id': { thing: 'member', also: [404] },
  'delete /api/networks/:id/people/:userId': { thing: 'network', who: WRITERS, also: [404] },
  'post /api/networks/:id/people/:userId/reset-second-factor': { thing: 'network', who: WRITERS, also: [404] },
  'post /api/auth/network': { thing: 'network', who: ANYBODY_IN, body: (networkId) => ({ networkId }) },
  'post /api/password/change': { body: () => change },
  'put /api/password/change': { body: () => change, also: [400] },
  'post /api/networks': { body: () => ({ name: 'Another' }) },
  'post /api/auth/logout': {},
  'get /api/auth/logout': {},
  'delete /api/profile': { also: [409] },
}
const keys = Object.keys(table)

/**
 * Which calls an API key may make, by its scope (R203): what reads reads with either. All others are for people, or for whoever has a link.
 * A call belongs under `write` only if it moves no money out, mails nobody words of its own, and can be put right by whoever keeps the books.
 */
const forKeys: Readonly<Record<'read' | 'write' | 'none', readonly string[]>> = {
  read: [
    'get /api/assessment-bills',
    'get /api/assessment-bills/:id',
    'get /api/assessment-bills/:id/bill.pdf',
    'get /api/assessment-bills/:id/credits',
    'get /api/assessment-bills/:id/history',
    'get /api/assessment-bills/:id/payments',
    'get /api/assessment-bills/:id/sheet',
    'get /api/assessment-programs',
    'get /api/assessment-programs/:id',
    'get /api/assessment-programs/:id/bills.pdf',
    'get /api/assessment-programs/:id/campaign/readiness',
    'get /api/assessment-programs/:id/campaign/stats',
    'get /api/assessment-programs/:id/count',
    'get /api/assessment-programs/:id/campaign/history',
    'get /api/assessment-programs/:id/history',
    'get /api/assessment-programs/:id/print-bills',
    'get /api/assessment-programs/:id/runs',
    'get /api/assessment-programs/:id/without-email',
    'get /api/assessments',
    'get /api/assessments/:id',
    'get /api/assessments/:id/history',
    'get /api/audit/diff',
    'get /api/audit/events',
    'get /api/audit/heads',
    'get /api/audit/pack',
    'get /api/audit/proof',
    'get /api/audit/public-key',
    'get /api/audit/unfolded',
    'get /api/bill-counts',
    'get /api/claims',
    'get /api/credits',
    'get /api/dashboard/recent-payments',
    'get /api/dashboard/summary',
    'get /api/events',
    'get /api/exports/bills.csv',
    'get /api/exports/members.csv',
    'get /api/exports/payments.csv',
    'get /api/exports/payouts.csv',
    'get /api/find',
    'get /api/members',
    'get /api/members/:id',
    'get /api/members/:id/history',
    'get /api/failing-addresses',
    'get /api/messages',
    'get /api/networks',
    'get /api/networks/:id',
    'get /api/networks/:id/refused-sites',
    'get /api/payment-profiles',
    'get /api/payment-profiles/:id',
    'get /api/payment-profiles/:id/history',
    'get /api/payments',
    'get /api/payouts',
    'get /api/payouts/:id',
    'get /api/reconciliations',
    'get /api/reports/aging',
    'get /api/reports/payments',
    'get /api/stripe/events',
  ],
  write: [
    'post /api/assessment-bills/:id/adjustments',
    'post /api/assessment-bills/:id/credits',
    'post /api/assessment-bills/:id/receipts',
    'post /api/assessment-bills/:id/reversals',
    'post /api/assessment-programs/:id/bills',
    'post /api/assessment-programs/:id/reprice',
    'post /api/claims/confirm',
    'post /api/members',
    'post /api/networks/:id/assessments',
    'post /api/uploads',
    'put /api/assessment-bills/:id/amount',
    'put /api/assessment-bills/:id/archive',
    'put /api/assessment-bills/:id/mark-as-paid',
    'put /api/assessments/:id',
    'put /api/members/:id',
  ],
  none: [
    'delete /api/assessments/:id/mark-as-paid',
    'delete /api/auth/passkeys/:id',
    'delete /api/auth/sessions',
    'delete /api/auth/sessions/:id',
    'delete /api/auth/totp',
    'delete /api/members/:id',
    'delete /api/my/payment-methods/:id',
    'delete /api/networks/:id/api-keys/:keyId',
    'delete /api/networks/:id/people/:userId',
    'delete /api/networks/:id/webhooks/:webhookId',
    'delete /api/oauth/accounts/:id',
    'delete /api/operations/dead-jobs/:id',
    'delete /api/profile',
    'get /api/assessment-bills/:id/check-ownership',
    'get /api/assessment-programs/:id/campaign/preview',
    'get /api/auth/confirm-email',
    'get /api/auth/logout',
    'get /api/auth/passkeys',
    'get /api/auth/sessions',
    'get /api/auth/totp',
    'get /api/auth/verify',
    'get /api/invitations/:token',
    'get /api/mail/clicked/:token',
    'get /api/mail/opened/:token',
    'get /api/members/:id/data',
    'get /api/my/data',
    'get /api/my/listAssessmentBills',
    'get /api/my/payment-methods',
    'get /api/my/payments',
    'get /api/networks/:id/api-keys',
    'get /api/networks/:id/history',
    'get /api/networks/:id/people',
    'get /api/networks/:id/webhooks',
    'get /api/networks/:id/webhooks/:webhookId/deliveries',
    'get /api/networks/:id/webhooks/:webhookId/deliveries/:deliveryId',
    'get /api/oauth/:provider',
    'get /api/oauth/:provider/callback',
    'get /api/oauth/accounts',
    'get /api/operations',
    'get /api/operations/dead-jobs',
    'get /api/profile',
    'get /api/proofs/:token',
    'get /api/reminders/:token',
    'get /api/sandbox/mail',
    'get /api/sandbox/stripe/accounts/:id',
    'get /api/sandbox/stripe/log',
    'get /api/uploads/:id',
    'post /api/assessment-bills/:id/not-received',
    'post /api/assessment-bills/:id/refunds',
    'post /api/assessment-programs/:id/campaign/test-mail',
    'post /api/assessment-programs/:id/removals',
    'post /api/assessments/:id/mark-as-paid',
    'post /api/audit/unfolded/:id/set-aside',
    'post /api/auth/factor-code',
    'post /api/auth/factor-code/confirm',
    'post /api/auth/login',
    'post /api/auth/login/code',
    'post /api/auth/login/code/request',
    'post /api/auth/login/passkey',
    'post /api/auth/login/passkey/options',
    'post /api/auth/login/totp',
    'post /api/auth/logout',
    'post /api/auth/network',
    'post /api/auth/passkeys',
    'post /api/auth/passkeys/options',
    'post /api/auth/reauthenticate',
    'post /api/auth/recovery-codes',
    'post /api/auth/register',
    'post /api/auth/resend-confirmation',
    'post /api/auth/second-step',
    'post /api/auth/second-step/passkey',
    'post /api/auth/totp',
    'post /api/auth/totp/confirm',
    'post /api/claims/not-received',
    'post /api/find-my-bill',
    'post /api/invitations/accept',
    'post /api/invitations/decline',
    'post /api/mail/events',
    'post /api/members/:id/take-up-mail',
    'post /api/messages/:id/retry',
    'post /api/networks',
    'post /api/networks/:id/api-keys',
    'post /api/networks/:id/api-keys/:keyId/replace',
    'post /api/networks/:id/people',
    'post /api/networks/:id/people/:userId/reset-second-factor',
    'post /api/networks/:id/webhooks',
    'post /api/networks/:id/webhooks/:webhookId/deliveries/:deliveryId/replay',
    'post /api/networks/:id/webhooks/:webhookId/replay',
    'post /api/networks/:id/webhooks/:webhookId/secret',
    'post /api/networks/:id/webhooks/:webhookId/test',
    'post /api/oauth/:provider/connect',
    'post /api/operations/dead-jobs/:id/retry',
    'post /api/operations/dead-jobs/retry',
    'post /api/password/change',
    'post /api/password/reset/confirm',
    'post /api/password/reset/request',
    'post /api/password/reset/validate-token',
    'post /api/payment-profiles',
    'post /api/payment-profiles/:id/refresh',
    'post /api/payment-profiles/:id/reveal',
    'post /api/payments/:id/credit-refunds',
    'post /api/payments/confirm',
    'post /api/payments/create-intent',
    'post /api/reconciliations',
    'post /api/sandbox/clock',
    'post /api/sandbox/stripe/accounts/:id',
    'post /api/sandbox/stripe/chaos',
    'post /api/sandbox/stripe/intents/:id/dispute',
    'post /api/sandbox/stripe/intents/:id/pay',
    'post /api/sandbox/stripe/intents/:id/settle',
    'post /api/stripe/events/:id/replay',
    'post /api/stripe/onboard-admin',
    'post /api/stripe/webhook',
    'post /api/stripe/webhook/accounts',
    'post /reminders/:token',
    'put /api/assessment-programs/:id/campaign/status',
    'put /api/assessment-programs/:id/payment-profile',
    'put /api/assessment-programs/:id/status',
    'put /api/networks/:id',
    'put /api/networks/:id/webhooks/:webhookId',
    'put /api/password/change',
    'put /api/payment-profiles/:id',
    'put /api/profile',
    'put /api/reminders/:token',
  ],
}

/** What express serves beside the declared calls: health, pages and their files. */
const UNDECLARED = [
  ...['get /api/openapi.json', 'get /embed/find/:network', 'get /embed/pay/:id', 'get /favicon.ico', 'get /find/:network'],
  ...['get /find/:network/:token', 'get /healthz'],
  ...[
    'get /metrics',
    'get /pay/:id',
    'get /pay/:id/bill.pdf',
    'get /pay/:id/receipts/:paymentId',
    'get /pay/:id/sheet',
    'get /pay/:id/take-back/:token',
    'get /proofs/:token',
    'get /readyz',
    'get /v1.json',
    'get /verify',
    'get /verify/proof.js',
    'post /embed/find/:network',
    'post /embed/pay/:id',
    'post /find/:network',
    'post /find/:network/:token',
    'post /pay/:id',
    'post /pay/:id/take-back/:token',
  ],
]

const OPERATOR = 'operator@vestry.example'
const ANOTHER_OPERATOR = 'another.operator@vestry.example'

type Ids = Readonly<Record<Kind, string>>
type Scope = 'read' | 'write'
type Actor = Readonly<{
  client: Client
  signedIn: boolean
  key?: Scope
  current: Role | null
  here: Role | null
  there: Role | null
  operates?: true
}>

let app: App
let here: Ids
let there: Ids
let leaver: string
const actors = new Map<string, Actor>()

/** A mail of a network: the receipt of a payment. */
const messageOf = async (admin: Client, bill: string): Promise<string> => {
  await admin.post(`/api/assessment-bills/${bill}/receipts`, { amount: 1, method: 'check' })
  for (;;) {
    const { data } = await admin.get<{ data: { id: string }[] }>('/api/messages')
    if (data[0]) return data[0].id
    await setTimeout(20)
  }
}

beforeAll(async () => {
  app = await startApp({ OPERATORS: `${OPERATOR},${ANOTHER_OPERATOR}` })
  const idsOf = async ({ admin, bills, ...made }: Awaited<ReturnType<typeof startNetwork>>): Promise<Ids> => {
    await admin.post(`/api/assessment-bills/${bills.at(-1)?.id}/receipts`, { amount: 150, method: 'check' })
    const { data: paid } = await admin.get<{ data: { id: string }[] }>('/api/payments')
    return {
      network: made.networkId,
      program: made.programId,
      profile: made.profileId,
      bill: bills[0]?.id ?? '',
      member: bills[0]?.individualMember?.id ?? '',
      message: await messageOf(admin, bills[0]?.id ?? ''),
      payment: paid[0]?.id ?? '',
    }
  }
  const mine = await startNetwork(app, { terms: { type: 'Custom' } })
  const theirs = await startNetwork(app, { csv: 'firstName,lastName,email\nNoa,Three,noa@example.org\n' })
  here = await idsOf(mine)
  there = await idsOf(theirs)
  const admit = async (name: string, role: Role, expiresAt?: string, person = app.join(name)) => {
    const client = await person
    return { client, userId: await app.letIn(mine.admin, here.network, client, role, expiresAt) }
  }
  /** Somebody who has a role here, but is Admin of the network that they look at. */
  const fromElsewhere = async (name: string, role: Role) => {
    const client = app.join(name)
    const { id } = await (await client).post('/api/networks', { name: 'Elsewhere' })
    await admit(name, role, undefined, client)
    await (await client).post('/api/auth/network', { networkId: id })
    return await client
  }
  const exa = app.join('Exa')
  await exa
  const expiresAt = new Date(Date.now() + 15_000).toISOString()
  const expired = await admit('Exa', 'Auditor', expiresAt, exa)
  leaver = (await admit('Lea', 'Member')).userId
  const nobody = { current: null, here: null, there: null }
  const inside = (client: Client, role: Role): Actor => ({ client, signedIn: true, current: role, here: role, there: null })
  actors.set('a guest', { client: app.guest(), signedIn: false, ...nobody })
  actors.set('a Member', inside((await admit('Mem', 'Member')).client, 'Member'))
  actors.set('an Auditor', inside((await admit('Aud', 'Auditor')).client, 'Auditor'))
  actors.set('an expired Auditor', { client: expired.client, signedIn: true, ...nobody })
  actors.set('an Admin', inside(mine.admin, 'Admin'))
  actors.set("another network's Admin", { client: theirs.admin, signedIn: true, current: 'Admin', here: null, there: 'Admin' })
  actors.set('an Admin elsewhere who is a Member here', {
    client: await fromElsewhere('Els', 'Member'),
    signedIn: true,
    current: 'Admin',
    here: 'Member',
    there: null,
  })
  actors.set('an Admin elsewhere who is an Auditor here', {
    client: await fromElsewhere('Eli', 'Auditor'),
    signedIn: true,
    current: 'Admin',
    here: 'Auditor',
    there: null,
  })
  const withKey = async (admin: Client, networkId: string, scope: Scope): Promise<Client> => {
    const { secret } = await admin.post<{ secret: string }>(`/api/networks/${networkId}/api-keys`, { name: `To ${scope}`, scope })
    return app.withKey(secret)
  }
  const byKey = (client: Client, key: Scope) => ({ ...inside(client, key === 'read' ? 'Auditor' : 'Admin'), key })
  actors.set('a key that reads', byKey(await withKey(mine.admin, here.network, 'read'), 'read'))
  actors.set('a key that writes', byKey(await withKey(mine.admin, here.network, 'write'), 'write'))
  actors.set("another network's key", {
    ...byKey(await withKey(theirs.admin, there.network, 'write'), 'write'),
    ...{ here: null, there: 'Admin' },
  })
  actors.set('a user without a network', { client: await app.join('Solo'), signedIn: true, ...nobody })
  actors.set('an operator', { client: await app.join('Olga', OPERATOR), signedIn: true, operates: true, ...nobody })
  await setTimeout(Math.max(0, Date.parse(expiresAt) - Date.now() + 100))
})
afterAll(() => app.stop())

const routeOf = (key: string) => app.routes.find(({ method, path }) => `${method} ${path}` === key) ?? expect.fail(`${key} is no route`)
const entryOf = (key: string) => table[key] ?? {}

const targets = ['own', 'foreign', 'absent', 'malformed'] as const
type Target = (typeof targets)[number] | 'none'
const targetsOf = (key: string): readonly Target[] => (entryOf(key).thing ? targets : ['none'])
const idOf = (kind: Kind | undefined, target: Target): string => {
  if (!kind || target === 'none') return ''
  return { own: here[kind], foreign: there[kind], absent: absent[kind], malformed: MALFORMED }[target]
}

const call = (key: string, client: Client, target: Target, headers: Readonly<Record<string, string>> = {}) => {
  const [method = '', path = ''] = key.split(' ')
  const id = idOf(entryOf(key).thing, target)
  const body = entryOf(key).body?.(id)
  return client.send(
    method,
    path
      .replace(':id', encodeURIComponent(id || absent.network))
      .replace(':userId', leaver)
      .replace(/:(keyId|webhookId|deliveryId)/g, absent.member),
    {
      headers,
      ...(body instanceof FormData ? { form: body } : body ? { json: body } : {}),
    },
  )
}

type Verdict = 'allowed' | Readonly<{ status: number; message: string }>

/** What a key is refused, whatever it asks about. */
const refusedToKeys = (key: string, scope: Scope): Verdict | null => {
  const { access, fresh } = routeOf(key)
  const refused = (message: string): Verdict => ({ status: 403, message })
  if (fresh) return refused('This needs a person who has just signed in. An API key cannot do it.')
  if (forKeys.write.includes(key)) return scope === 'read' ? refused('This API key may only read. Use one that may make changes, too.') : null
  if (forKeys.read.includes(key)) return null
  return refused(access.kind === 'everyone' ? 'Send this request without an API key.' : 'This is for people. An API key cannot do it.')
}

/** What the declared access, the table and the sentences of refusals (R26) say that an actor gets. */
const verdictOf = (key: string, { signedIn, current, operates, key: scope, ...roles }: Actor, target: Target): Verdict => {
  const { thing, who } = entryOf(key)
  const refusal = scope && refusedToKeys(key, scope)
  if (refusal) return refusal
  const access: Access = routeOf(key).access
  const found = target === 'own' || target === 'foreign' || target === 'none'
  const missing: Verdict = { status: 404, message: `${things[thing ?? 'network']} not found or you do not have access to it.` }
  if (access.kind === 'everyone') return found ? 'allowed' : missing
  const { action, thing: named } = access
  if (!signedIn) return { status: 401, message: `Please log in to ${action} this ${named}.` }
  const forbidden: Verdict = { status: 403, message: `You do not have permission to ${action} this ${named}.` }
  if (access.kind === 'operator') return operates ? 'allowed' : { status: 404, message: 'There is no such call.' }
  if (access.kind !== 'signed-in' && !access.byPath) {
    if (current === 'Member' || (access.kind === 'write' && current === 'Auditor')) return forbidden
    // Lists of nobody's network are empty; nothing can be made in it.
    if (target === 'none') return access.kind === 'write' && current === null ? forbidden : 'allowed'
  }
  if (target === 'none' || who === 'capability') return 'allowed'
  const role = { own: roles.here, foreign: roles.there, absent: null, malformed: null }[target]
  if (!role) return missing
  const may = who ?? (access.kind === 'write' ? WRITERS : READERS)
  return may.includes(role) ? 'allowed' : forbidden
}

test('every call of the server is in the table, and published', async () => {
  const routes = app.routes.map(({ method, path }) => `${method} ${path}`).sort()
  expect(routes, 'a new call needs a line in the table of modules/app/access.test.ts').toEqual([...keys].sort())
  const { paths } = await app.guest().get<{ paths: Record<string, object> }>('/api/openapi.json')
  const published = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
  expect(published.sort()).toEqual(routes.map((key) => key.replace(/:(\w+)/g, '{$1}')).sort())
})

test('whether an API key may make it is decided for every call', () => {
  const { read, write, none } = forKeys
  expect([...read, ...write, ...none].sort(), 'a new call needs its place in forKeys').toEqual([...keys].sort())
  const openTo = (scope: string | null) => keys.filter((key) => (routeOf(key).fresh ? null : routeOf(key).access.keys) === scope)
  expect({ read: openTo('read'), write: openTo('write') }).toEqual({
    read: keys.filter((key) => read.includes(key)),
    write: keys.filter((key) => write.includes(key)),
  })
})

test('what asks a person for a fresh sign-in is declared open to no key, and no key changes anything by what is not declared open', () => {
  const open = app.routes.filter(({ access }) => access.keys !== null)
  expect(open.filter(({ fresh }) => fresh).map(({ path }) => path)).toEqual([])
  const changing = open.filter(({ method, access }) => method !== 'get' || access.kind === 'write')
  expect(changing.filter(({ access }) => access.keys !== 'write').map(({ path }) => path)).toEqual([])
  const forbidden =
    /refund|campaign|messages|stripe|reconcil|set-aside|not-received|people|keys|payment-profile|invitations|\/status$|\/(auth|oauth|profile|password|my)\b/
  expect(changing.map(({ path }) => path).filter((path) => forbidden.test(path))).toEqual([])
})

test('who declares that Admins may make a call opens it to no key by that', () => {
  expect(admins('update', 'network').keys).toBeNull()
  expect(signedInTo('update', 'network').keys).toBeNull()
  expect(everyone.keys).toBeNull()
})

test('a refusal names one thing, also where a list is refused', () => {
  const named = app.routes.flatMap(({ access }) => (access.kind === 'everyone' ? [] : [access.thing]))
  expect(
    [...new Set(named)].filter((thing) => thing.endsWith('s')),
    'in the plural',
  ).toEqual([])
})

test('the server answers nothing else', () => {
  type Layer = { route?: { path: unknown; methods: Record<string, boolean> } }
  const [express] = app.server.listeners('request') as { router?: { stack: Layer[] } }[]
  const served = (express?.router?.stack ?? []).flatMap(({ route }) =>
    route && typeof route.path === 'string' ? Object.keys(route.methods).map((method) => `${method} ${route.path}`) : [],
  )
  expect(served.filter((key) => !keys.includes(key)).sort()).toEqual(UNDECLARED)
})

describe('who is refused gets the words of the catalogue, learns nothing, and changes nothing', () => {
  test.each(keys)('%s', async (key) => {
    const before = await app.written()
    const wrong: string[] = []
    for (const [name, actor] of actors) {
      const seen = new Map<Target, string>()
      for (const target of targetsOf(key)) {
        const verdict = verdictOf(key, actor, target)
        if (verdict === 'allowed') continue
        const { status, text, body, headers } = await call(key, actor.client, target)
        seen.set(target, `${status} ${text} ${headers.get('etag')} ${headers.get('cache-control')}`)
        if (status !== verdict.status || body?.message !== verdict.message) wrong.push(`${name}, ${target}: ${status} ${text}`)
      }
      // A thing of a network in which one has no role is as good as absent.
      const absentOne = seen.get('absent')
      for (const [target, answer] of seen)
        if (absentOne?.startsWith('404') && answer.startsWith('404') && answer !== absentOne) wrong.push(`${name}: ${target} is not like absent`)
    }
    expect(wrong).toEqual([])
    expect(await app.written()).toBe(before)
  })
})

test('what a screen of another network than the current one would change is refused', async () => {
  const before = await app.written()
  const admin = actors.get('an Admin')?.client ?? expect.fail()
  const writing = keys.filter((key) => routeOf(key).access.kind === 'write')
  expect(writing.length).toBeGreaterThan(10)
  for (const key of writing) {
    const refused = await call(key, admin, 'own', { 'vestry-network': there.network })
    expect([refused.status, refused.body.code], key).toEqual([409, 'other-network'])
    expect(refused.headers.get('vestry-network')).toBe(here.network)
  }
  expect(await app.written()).toBe(before)
})

test('an Auditor of the current network creates programs in one of their own, which is the current one from then on', async () => {
  const admin = actors.get('an Admin')?.client ?? expect.fail()
  const both = await app.join('Bo')
  await app.letIn(admin, here.network, both, 'Auditor')
  const { id } = await both.post('/api/networks', { name: 'Of their own' })
  const current = async () => (await both.get<{ user: { network: { id: string } | null } }>('/api/auth/verify')).user.network?.id
  expect(await current()).toBe(here.network)
  expect((await both.send('post', `/api/networks/${here.network}/assessments`, { json: terms })).status).toBe(403)
  expect((await both.send('post', `/api/networks/${id}/assessments`, { json: terms })).status).toBe(201)
  expect(await current()).toBe(id)
})

test('what anybody else reads names nothing of the network', async () => {
  const traces = [...Object.values(here), 'ruth@example.org', 'ole@example.org']
  for (const name of ["another network's Admin", 'a user without a network', 'an operator', 'an expired Auditor', 'a guest'])
    for (const key of keys.filter((each) => each.startsWith('get ') && entryOf(each).who !== 'capability' && !each.includes('/sandbox/'))) {
      const actor = actors.get(name) ?? expect.fail(name)
      for (const target of targetsOf(key)) {
        if (key.endsWith('/logout')) continue
        const { text } = await call(key, actor.client, target)
        for (const trace of traces) expect(text, `${key} as ${name}`).not.toContain(trace)
      }
    }
})

test('a bill shows whole to the Admins and Auditors of its network alone', async () => {
  for (const [name, { client, here: role }] of actors) {
    const { status, text } = await client.send('get', `/api/assessment-bills/${here.bill}`)
    expect(status, name).toBe(200)
    expect(text.includes(here.member), name).toBe(role === 'Admin' || role === 'Auditor')
    expect(text).not.toMatch(/(ruth|ole)@example\.org/)
  }
})

describe('who may is let in', () => {
  test.each(keys)('%s', async (key) => {
    for (const [name, actor] of actors)
      for (const target of targetsOf(key)) {
        if (verdictOf(key, actor, target) !== 'allowed') continue
        // Everybody tries; but what ends a sign-in is tried by a guest alone.
        if (key.endsWith('/auth/logout') && actor.signedIn) continue
        const { status, text } = await call(key, actor.client, target)
        if (entryOf(key).also?.includes(status)) continue
        expect([401, 403, 404], `${name}, ${target}: ${status} ${text}`).not.toContain(status)
        expect(status, `${name}, ${target}: ${text}`).toBeLessThan(500)
      }
  })
})

/** Who has access, where payments go, and the ways to sign in: a stolen session must not change them. */
const FRESH = [
  'delete /api/auth/passkeys/:id',
  'delete /api/auth/sessions',
  'delete /api/auth/sessions/:id',
  'delete /api/auth/totp',
  'delete /api/networks/:id/api-keys/:keyId',
  'delete /api/networks/:id/people/:userId',
  'delete /api/networks/:id/webhooks/:webhookId',
  'delete /api/oauth/accounts/:id',
  'delete /api/operations/dead-jobs/:id',
  'delete /api/profile',
  'post /api/audit/unfolded/:id/set-aside',
  'post /api/auth/passkeys',
  'post /api/auth/passkeys/options',
  'post /api/auth/recovery-codes',
  'post /api/auth/totp',
  'post /api/auth/totp/confirm',
  'post /api/networks/:id/api-keys',
  'post /api/networks/:id/api-keys/:keyId/replace',
  'post /api/networks/:id/people',
  'post /api/networks/:id/people/:userId/reset-second-factor',
  'post /api/networks/:id/webhooks',
  'post /api/networks/:id/webhooks/:webhookId/secret',
  'post /api/oauth/:provider/connect',
  'post /api/operations/dead-jobs/:id/retry',
  'post /api/operations/dead-jobs/retry',
  'post /api/payment-profiles',
  'post /api/payment-profiles/:id/reveal',
  'post /api/stripe/onboard-admin',
  'put /api/assessment-programs/:id/payment-profile',
  'put /api/networks/:id/webhooks/:webhookId',
  'put /api/payment-profiles/:id',
]

test('what needs a fresh sign-in is refused to one of 16 minutes ago, and changes nothing', async () => {
  const fresh = app.routes.filter((route) => route.fresh).map(({ method, path }) => `${method} ${path}`)
  expect(fresh.sort()).toEqual(FRESH)
  const { admin } = await startNetwork(app, { csv: '' })
  const key = { 'idempotency-key': 'made-while-fresh' }
  const made = await admin.send('post', '/api/payment-profiles', { json: profile, headers: key })
  expect(made.status).toBe(201)
  const operator = await app.join('Olga', ANOTHER_OPERATOR)
  const before = await app.written()
  app.clock.moveTo(instantOf(Date.now() + 16 * 60_000))
  for (const each of FRESH) {
    const isOperators = routeOf(each).access.kind === 'operator'
    const { status, body } = await call(each, isOperators ? operator : admin, 'absent')
    const { action, thing } = routeOf(each).access as { action: string; thing: string }
    expect([status, body], each).toEqual([403, { message: `Please confirm that it is you to ${action} this ${thing}.`, code: 'reauth-required' }])
  }
  const again = await admin.send('post', '/api/payment-profiles', { json: profile, headers: key })
  expect([again.status, again.body.code], 'a repeat is asked as well').toEqual([403, 'reauth-required'])
  expect(await app.written()).toBe(before)
  await admin.post('/api/auth/reauthenticate', { password: PASSWORD })
  const repeated = await admin.send('post', '/api/payment-profiles', { json: profile, headers: key })
  expect([repeated.status, repeated.text]).toEqual([201, made.text])
  app.clock.moveTo(instantOf(Date.now()))
})

test('access that is taken back ends in open sessions at once', async () => {
  const admin = actors.get('an Admin')?.client ?? expect.fail()
  const person = await app.join('Rev')
  const userId = await app.letIn(admin, here.network, person, 'Auditor')
  expect((await person.send('get', `/api/assessments/${here.program}`)).status).toBe(200)
  expect((await admin.send('delete', `/api/networks/${here.network}/people/${userId}`)).status).toBe(204)
  expect((await person.send('get', `/api/assessments/${here.program}`)).status).toBe(404)
  expect((await person.send('get', '/api/auth/verify')).body).toMatchObject({ authenticated: true, user: { role: null, network: null } })
})

test('nothing unexpected was logged on the way', () => expect(app.complaints).toEqual([]))
