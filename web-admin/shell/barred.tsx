import { ShieldCheck } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** What an Admin sees who signed in without the second factor that the network asks for. */
export const Barred = () => (
  <>
    <PageHead title="One more step" />
    <EmptyState
      icon={ShieldCheck}
      title="You need a second factor here"
      action={
        <>
          <ButtonLink look="primary" href="/settings/security">
            Set One Up
          </ButtonLink>
          <ButtonLink href="/logout?redirectTo=%2Flogin">Sign In With It</ButtonLink>
        </>
      }
    >
      The network asks its Admins for one, or an Admin has reset yours. Add a passkey or an authenticator app to your account. If you have one
      already, sign in with it.
    </EmptyState>
  </>
)
