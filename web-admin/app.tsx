import { type ComponentType, lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { pages } from './pages.ts'
import { Providers } from './providers.tsx'
import { Protected } from './session/protected.tsx'
import { InShownNetwork } from './shell/elsewhere.tsx'
import { NotFound } from './shell/not-found.tsx'
import { PageBones } from './shell/page-bones.tsx'
import { Shell } from './shell/shell.tsx'

const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

const LoginPage = page(async () => (await pages.login()).LoginPage)
const RegisterPage = page(async () => (await pages.register()).RegisterPage)
const LogoutPage = page(async () => (await pages.logout()).LogoutPage)
const ConfirmEmailPage = page(async () => (await pages.confirmEmail()).ConfirmEmailPage)
const ForgotPasswordPage = page(async () => (await pages.forgotPassword()).ForgotPasswordPage)
const ResetPasswordPage = page(async () => (await pages.resetPassword()).ResetPasswordPage)
const AcceptInvitationPage = page(async () => (await pages.acceptInvitation()).AcceptInvitationPage)
const RemindersPage = page(async () => (await pages.reminders()).RemindersPage)
const EnvDebugPage = page(async () => (await pages.envDebug()).EnvDebugPage)
const NotFoundPage = page(async () => (await pages.notFound()).NotFoundPage)
const DashboardPage = page(async () => (await pages.dashboard()).DashboardPage)
const MyAssessmentsPage = page(async () => (await pages.myAssessments()).MyAssessmentsPage)
const ProgramsPage = page(async () => (await pages.programs()).ProgramsPage)
const CreateProgramPage = page(async () => (await pages.createProgram()).CreateProgramPage)
const EditProgramPage = page(async () => (await pages.editProgram()).EditProgramPage)
const ProgramPage = page(async () => (await pages.program()).ProgramPage)
const PrintPage = page(async () => (await pages.print()).PrintPage)
const PayorsPage = page(async () => (await pages.payors()).PayorsPage)
const BillPage = page(async () => (await pages.bill()).BillPage)
const MembersPage = page(async () => (await pages.members()).MembersPage)
const MemberPage = page(async () => (await pages.member()).MemberPage)
const TransactionsPage = page(async () => (await pages.transactions()).TransactionsPage)
const StripeReturnPage = page(async () => (await pages.stripeReturn()).StripeReturnPage)
const StripeReauthPage = page(async () => (await pages.stripeReauth()).StripeReauthPage)
const SettingsPage = page(async () => (await pages.settings()).SettingsPage)

/** One layout around all of these, so that it stays while pages change. */
const Inside = () => (
  <Shell>
    <Protected loading={<PageBones />}>
      <InShownNetwork>
        <Suspense fallback={<PageBones />}>
          <Switch>
            <Route path="/dashboard" component={DashboardPage} />
            <Route path="/my-assessments" component={MyAssessmentsPage} />
            <Route path="/assessments" component={ProgramsPage} />
            <Route path="/assessments/new" component={CreateProgramPage} />
            <Route path="/assessments/:id?/edit" component={EditProgramPage} />
            <Route path="/assessments/:id" component={ProgramPage} />
            <Route path="/assessments/:id/print" component={PrintPage} />
            <Route path="/payors" component={PayorsPage} />
            <Route path="/payors/bills/:id" component={BillPage} />
            <Route path="/members" component={MembersPage} />
            <Route path="/members/:id" component={MemberPage} />
            <Route path="/transactions" component={TransactionsPage} />
            <Route path="/stripe/return" component={StripeReturnPage} />
            <Route path="/stripe/reauth" component={StripeReauthPage} />
            <Route path="/settings/*?" component={SettingsPage} />
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </InShownNetwork>
    </Protected>
  </Shell>
)

const inside = /^\/(?:$|(?:dashboard|my-assessments|assessments|payors|members|transactions|settings|stripe)(?:\/|$))/

export const App = () => (
  <Providers>
    <Suspense fallback={null}>
      <Switch>
        <Route path={inside} component={Inside} />
        <Route path="/login" component={LoginPage} />
        <Route path="/register" component={RegisterPage} />
        <Route path="/logout" component={LogoutPage} />
        <Route path="/confirm-email" component={ConfirmEmailPage} />
        <Route path="/forgot-password" component={ForgotPasswordPage} />
        <Route path="/reset-password" component={ResetPasswordPage} />
        <Route path="/env-debug" component={EnvDebugPage} />
        <Route path="/accept-invitation" component={AcceptInvitationPage} />
        <Route path="/reminders/:token" component={RemindersPage} />
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  </Providers>
)
