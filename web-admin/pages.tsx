import type { ComponentType } from 'react'
import type { AdminPage } from '../modules/app/admin-paths.ts'
import { lazyDialog } from './ui/lazy-dialog.tsx'

const billList = () => import('./bills/bill-list.tsx')

/**
 * The pages. Each is a separate chunk, which loads as soon as the pointer is over a link to the page. Here pages also
 * get the parts of other features that they show.
 */
export const pages = {
  login: async () => (await import('./account/login-page.tsx')).LoginPage,
  register: async () => (await import('./account/register-page.tsx')).RegisterPage,
  logout: async () => (await import('./account/logout-page.tsx')).LogoutPage,
  confirmEmail: async () => (await import('./account/confirm-email-page.tsx')).ConfirmEmailPage,
  forgotPassword: async () => (await import('./account/forgot-password-page.tsx')).ForgotPasswordPage,
  resetPassword: async () => (await import('./account/reset-password-page.tsx')).ResetPasswordPage,
  acceptInvitation: async () => (await import('./account/accept-invitation-page.tsx')).AcceptInvitationPage,
  envDebug: async () => (await import('./account/env-debug-page.tsx')).EnvDebugPage,
  notFound: async () => (await import('./account/not-found-page.tsx')).NotFoundPage,
  dashboard: async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
  myAssessments: async () => (await import('./dashboard/my-assessments-page.tsx')).MyAssessmentsPage,
  myPayments: async () => (await import('./dashboard/my-payments-page.tsx')).MyPaymentsPage,
  savedMethods: async () => (await import('./saved-methods/saved-methods-page.tsx')).SavedMethodsPage,
  programs: async () => (await import('./programs/programs-page.tsx')).ProgramsPage,
  createProgram: async () => (await import('./programs/create-program-page.tsx')).CreateProgramPage,
  editProgram: async () => (await import('./programs/edit-program-page.tsx')).EditProgramPage,
  program: async () => {
    const [{ ProgramPage }, { BillList }] = await Promise.all([import('./programs/program-page.tsx'), billList()])
    const BillOneDialog = lazyDialog(async () => (await import('./payors/bill/bill-one-dialog.tsx')).BillOneDialog)
    return () => <ProgramPage BillList={BillList} BillOneDialog={BillOneDialog} />
  },
  print: async () => (await import('./printing/print-page.tsx')).PrintPage,
  payors: async () => {
    const parts = [import('./transactions/payors-page.tsx'), billList(), import('./payors/list/program-people.tsx')] as const
    const [{ PayorsPage }, { BillList }, { ProgramPeople }] = await Promise.all(parts)
    return () => <PayorsPage BillList={BillList} ProgramPeople={ProgramPeople} />
  },
  claims: async () => (await import('./claims/claims-page.tsx')).ClaimsPage,
  bill: async () => (await import('./bills/bill-page.tsx')).BillPage,
  printBill: async () => (await import('./printing/print-bill-page.tsx')).PrintBillPage,
  members: async () => (await import('./payors/list/members-page.tsx')).MembersPage,
  member: async () => (await import('./payors/list/member-page.tsx')).MemberPage,
  transactions: async () => (await import('./transactions/transactions-page.tsx')).TransactionsPage,
  recordPayment: async () => (await import('./remittances/record-page.tsx')).RecordPaymentPage,
  remittance: async () => (await import('./remittances/remittance-page.tsx')).RemittancePage,
  deposits: async () => (await import('./remittances/deposits-page.tsx')).DepositsPage,
  deposit: async () => (await import('./remittances/deposit-page.tsx')).DepositPage,
  journal: async () => (await import('./journal/journal-page.tsx')).JournalPage,
  standing: async () => (await import('./blocked/blocked-page.tsx')).BlockedPage,
  changes: async () => {
    const [{ ChangesPage }, { PaymentList }] = await Promise.all([import('./changes/changes-page.tsx'), import('./transactions/payments-list.tsx')])
    return () => <ChangesPage PaymentList={PaymentList} />
  },
  payouts: async () => (await import('./payouts/payouts-page.tsx')).PayoutsPage,
  stripeEvents: async () => (await import('./payouts/events-page.tsx')).StripeEventsPage,
  payout: async () => (await import('./payouts/payout-page.tsx')).PayoutPage,
  stripeReturn: async () => (await import('./settings/stripe/return-page.tsx')).StripeReturnPage,
  stripeReauth: async () => (await import('./settings/stripe/reauth-page.tsx')).StripeReauthPage,
  operations: async () => (await import('./operations/operations-page.tsx')).OperationsPage,
  webhook: async () => (await import('./webhooks/webhook-page.tsx')).WebhookPage,
  settings: async () => (await import('./shell/settings-page.tsx')).SettingsPage,
} satisfies Record<AdminPage | 'notFound', () => Promise<ComponentType>>
