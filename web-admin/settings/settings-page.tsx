import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { Profile } from '../../modules/identity/contract.ts'
import { errorMessage } from '../api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { TabLinks } from '../ui/tabs.tsx'
import { hidden } from '../ui/text.css.ts'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PaymentProfiles } from './payment-profiles.tsx'
import * as styles from './settings.css.ts'
import { useProfile } from './use-profile.ts'

const noPassword = (
  <Banner tone="information" silent>
    Password management is not available: you sign in with a connected account.
  </Banner>
)

const pages: { path: string; label: string; render: (profile: Profile) => ReactNode }[] = [
  { path: '/settings/profile', label: 'Profile', render: (profile) => <NameForm profile={profile} /> },
  { path: '/settings/password', label: 'Password', render: ({ hasPassword }) => (hasPassword ? <PasswordForm /> : noPassword) },
  { path: '/settings/payments', label: 'Payment Profiles', render: () => <PaymentProfiles /> },
]

/** The frame of all settings: who is signed in, and the tabs. */
export const SettingsPage = () => {
  const [location] = useLocation()
  const profile = useProfile()
  const page = pages.find(({ path }) => path === location)
  if (!page) return <Redirect to="/settings/profile" replace />
  const shown = pages.filter(({ path }) => path !== '/settings/password' || profile.data?.hasPassword !== false)
  return (
    <>
      <PageHead title="Profile Settings">{profile.data ? `Signed in as ${profile.data.email}` : undefined}</PageHead>
      <TabLinks label="Settings" tabs={shown.map(({ path, label }) => ({ href: path, label, current: path === location }))} />
      <div className={styles.body}>
        {location !== '/settings/payments' && <h2 className={hidden}>{page.label}</h2>}
        {profile.isPending && (
          <Loading text="Loading profile...">
            <BoneRows rows={3} />
          </Loading>
        )}
        {profile.isError && !profile.data && (
          <ErrorState
            level={location === '/settings/payments' ? 2 : 3}
            title="Your profile could not be loaded"
            onRetry={() => void profile.refetch()}
          >
            {errorMessage(profile.error, 'load', 'profile')}
          </ErrorState>
        )}
        {profile.data && (
          <>
            {!profile.data.hasPassword && location === '/settings/profile' && noPassword}
            {page.render(profile.data)}
          </>
        )}
      </div>
    </>
  )
}
