import type { ComponentType } from 'react'
import type { AdminPage } from '../modules/app/admin-paths.ts'

/** The component of each page, in a file of its own that a hover can fetch before the press. */
export const pages = {
  login: async () => (await import('./account/login-page.tsx')).LoginPage,
  register: async () => (await import('./account/register-page.tsx')).RegisterPage,
  logout: async () => (await import('./account/logout-page.tsx')).LogoutPage,
  confirmEmail: async () => (await import('./account/confirm-email-page.tsx')).ConfirmEmailPage,
  forgotPassword: async () => (await import('./account/forgot-password-page.tsx')).ForgotPasswordPage,
  resetPassword: async () => (await import('./account/reset-password-page.tsx')).ResetPasswordPage,
  acceptInvitation: async () => (await import('./account/accept-invitation-page.tsx')).AcceptInvitationPage,
  reminders: async () => (await import('./account/reminders-page.tsx')).RemindersPage,
  envDebug: async () => (await import('./account/env-debug-page.tsx')).EnvDebugPage,
  notFound: async () => (await import('./account/not-found-page.tsx')).NotFoundPage,
  dashboard: async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
  myAssessments: async () => (await import('./dashboard/my-assessments-page.tsx')).MyAssessmentsPage,
  programs: async () => (await import('./programs/programs-page.tsx')).ProgramsPage,
  createProgram: async () => (await import('./programs/create-program-page.tsx')).CreateProgramPage,
  editProgram: async () => (await import('./programs/edit-program-page.tsx')).EditProgramPage,
  program: async () => (await import('./programs/program-page.tsx')).ProgramPage,
  print: async () => (await import('./printing/print-page.tsx')).PrintPage,
  payors: async () => (await import('./payors/payors-page.tsx')).PayorsPage,
  bill: async () => (await import('./bills/bill-page.tsx')).BillPage,
  members: async () => (await import('./members/list/members-page.tsx')).MembersPage,
  member: async () => (await import('./members/list/member-page.tsx')).MemberPage,
  transactions: async () => (await import('./transactions/transactions-page.tsx')).TransactionsPage,
  payouts: async () => (await import('./payouts/payouts-page.tsx')).PayoutsPage,
  stripeEvents: async () => (await import('./payouts/events-page.tsx')).StripeEventsPage,
  payout: async () => (await import('./payouts/payout-page.tsx')).PayoutPage,
  stripeReturn: async () => (await import('./stripe/return-page.tsx')).StripeReturnPage,
  stripeReauth: async () => (await import('./stripe/reauth-page.tsx')).StripeReauthPage,
  settings: async () => (await import('./settings/settings-page.tsx')).SettingsPage,
} satisfies Record<AdminPage | 'notFound', () => Promise<ComponentType>>
