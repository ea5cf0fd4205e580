import { parse } from 'regexparam'

/**
 * Pages without the admin's frame, which need no session. Patterns are in wouter's syntax; the first match is shown.
 */
export const openPaths = {
  login: '/login',
  register: '/register',
  logout: '/logout',
  confirmEmail: '/confirm-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  acceptInvitation: '/accept-invitation',
  envDebug: '/env-debug',
} as const

/** Pages within the admin's frame, for signed-in users. */
export const framedPaths = {
  dashboard: '/dashboard',
  myAssessments: '/my-assessments',
  myPayments: '/my-payments',
  savedMethods: '/my-payment-methods',
  programs: '/assessments',
  createProgram: '/assessments/new',
  editProgram: '/assessments/:id?/edit',
  program: '/assessments/:id',
  print: '/assessments/:id/print',
  payors: '/payors',
  claims: '/payors/claims',
  bill: '/payors/bills/:id',
  printBill: '/payors/bills/:id/print',
  members: '/members',
  member: '/members/:id',
  transactions: '/transactions',
  recordPayment: '/payments/new',
  remittance: '/remittances/:id',
  deposits: '/deposits',
  deposit: '/deposits/:id',
  journal: '/journal',
  standing: '/audit/unfolded',
  changes: '/changes',
  payouts: '/payouts',
  stripeEvents: '/payouts/events',
  payout: '/payouts/:id',
  stripeReturn: '/stripe/return',
  stripeReauth: '/stripe/reauth',
  operations: '/operations',
  webhook: '/settings/webhooks/:id',
  settings: '/settings/*?',
} as const

export type AdminPage = keyof typeof openPaths | keyof typeof framedPaths

// Parsed by the library that the browser's router uses, so that server and browser match the same paths.
const patterns = Object.values({ ...openPaths, ...framedPaths }).map((path) => parse(path).pattern)

/** True if the admin has a page at this path; the root redirects to the dashboard. */
export const isAdminPath = (path: string): boolean => path === '/' || patterns.some((pattern) => pattern.test(path))
