import type { framedPaths } from '../../modules/app/admin-paths.ts'

type Ids = Readonly<{ program: string; bill: string; member: string }>

/**
 * An address for every page in the admin's frame; if one is missing, the compiler reports it. The pages of a
 * remittance, a payout and a webhook may be empty.
 */
export const everyPage = ({ program, bill, member }: Ids): Readonly<Record<keyof typeof framedPaths, string>> => ({
  dashboard: '/dashboard',
  myAssessments: '/my-assessments',
  myPayments: '/my-payments',
  savedMethods: '/my-payment-methods',
  programs: '/assessments',
  createProgram: '/assessments/new',
  editProgram: `/assessments/${program}/edit`,
  program: `/assessments/${program}`,
  print: `/assessments/${program}/print`,
  payors: '/payors',
  claims: '/payors/claims',
  bill: `/payors/bills/${bill}`,
  printBill: `/payors/bills/${bill}/print`,
  members: '/members',
  member: `/members/${member}`,
  transactions: '/transactions',
  recordPayment: '/payments/new',
  remittance: '/remittances/none',
  deposits: '/deposits',
  deposit: '/deposits/none',
  journal: '/journal',
  standing: '/audit/unfolded',
  changes: '/changes',
  payouts: '/payouts',
  stripeEvents: '/payouts/events',
  payout: '/payouts/po_none',
  stripeReturn: '/stripe/return',
  stripeReauth: '/stripe/reauth',
  operations: '/operations',
  webhook: '/settings/webhooks/none',
  settings: '/settings/profile',
})
