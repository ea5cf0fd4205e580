import { lazy, type ReactNode, Suspense } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import type { Profile } from '../../modules/identity/contract.ts'
import { serverMessage } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { retryOf } from '../domain/queries.ts'
import { useConnectedAccounts, useProfile } from '../domain/session/calls.ts'
import { usePays } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { ConnectedAccounts } from '../settings/connected-accounts.tsx'
import { NameForm } from '../settings/name-form.tsx'
import { DeleteAccount, OwnData } from '../settings/own-data.tsx'
import { PasswordForm } from '../settings/password-form.tsx'
import * as styles from '../settings/settings.css.ts'
import { type SettingsTab, tabsFor } from '../settings/tabs-for.ts'
import { Banner } from '../ui/banner.tsx'
import { PlainButton } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { TabLinks } from '../ui/tabs.tsx'
import { hidden, muted } from '../ui/text.css.ts'

// Each tab is a separate chunk: few people open more than one.
const PaymentProfiles = lazy(async () => ({ default: (await import('../settings/payment-profiles.tsx')).PaymentProfiles }))
const NetworkSettings = lazy(async () => ({ default: (await import('../networks/network-settings.tsx')).NetworkSettings }))
const EmbedSettings = lazy(async () => ({ default: (await import('../embed/embed-settings.tsx')).EmbedSettings }))
const People = lazy(async () => ({ default: (await import('../people/people.tsx')).People }))
const Keys = lazy(async () => ({ default: (await import('../keys/keys.tsx')).Keys }))
const FirstCall = lazy(async () => ({ default: (await import('../keys/first-call.tsx')).FirstCall }))
const Webhooks = lazy(async () => ({ default: (await import('../webhooks/webhooks.tsx')).Webhooks }))
const Security = lazy(async () => ({ default: (await import('../security/security.tsx')).Security }))

const noPassword = (
  <Banner tone="information" silent>
    Password management is not available: you sign in with a connected account.
  </Banner>
)

/** Offers to connect a first account; the tab for connected accounts appears only afterwards. */
const OfferConnecting = () => (
  <p className={`${styles.beneath} ${muted}`}>
    You can also sign in with Google or Facebook. <Link href="/settings/connected-accounts">Connect an account</Link>
  </p>
)

type Page = {
  path: string
  label: SettingsTab
  ownHeading?: true
  /** The path of the tab to which a page without its own tab belongs. */
  within?: string
  render: (profile: Profile) => ReactNode
}
const pages: Page[] = [
  { path: '/settings/profile', label: 'Profile', render: (profile) => <NameForm profile={profile} /> },
  { path: '/settings/password', label: 'Password', render: ({ hasPassword }) => (hasPassword ? <PasswordForm /> : noPassword) },
  { path: '/settings/payments', label: 'Payment Profiles', ownHeading: true, render: () => <PaymentProfiles /> },
  {
    path: '/settings/connected-accounts',
    label: 'Connected Accounts',
    ownHeading: true,
    render: (profile) => <ConnectedAccounts profile={profile} />,
  },
  { path: '/settings/network', label: 'Network', ownHeading: true, render: () => <NetworkSettings /> },
  { path: '/settings/embed', label: 'Embed', ownHeading: true, render: () => <EmbedSettings /> },
  { path: '/settings/people', label: 'People', ownHeading: true, render: () => <People /> },
  { path: '/settings/api-keys', label: 'API Keys', ownHeading: true, render: () => <Keys /> },
  { path: '/settings/api-keys/first-call', label: 'API Keys', ownHeading: true, within: '/settings/api-keys', render: () => <FirstCall /> },
  { path: '/settings/webhooks', label: 'Webhooks', ownHeading: true, render: () => <Webhooks /> },
  { path: '/settings/security', label: 'Security', ownHeading: true, render: () => <Security /> },
]

export const SettingsPage = () => {
  const [location] = useLocation()
  const user = useUser()
  const profile = useProfile()
  const accounts = useConnectedAccounts()
  const pays = usePays()
  const page = pages.find(({ path }) => path === location)
  if (!page) return <Redirect to="/settings/profile" replace />
  const shown = tabsFor({ hasPassword: profile.data?.hasPassword, accounts: accounts.data?.length, role: user?.role ?? null, pays })
  const tabs = pages.filter(({ label, within }) => within === undefined && shown.includes(label))
  const onAccounts = page.label === 'Connected Accounts'
  return (
    <>
      <PageHead title="Profile Settings">{profile.data ? `Signed in as ${profile.data.email}` : undefined}</PageHead>
      <TabLinks label="Settings" tabs={tabs.map(({ path, label }) => ({ href: path, label, current: path === (page.within ?? page.path) }))} />
      <div className={styles.body}>
        {!page.ownHeading && <h2 className={hidden}>{page.label}</h2>}
        {accounts.isError && !accounts.data && !onAccounts && (
          <Banner tone="warning" title="Failed to load OAuth data" className={styles.above}>
            {serverMessage(accounts.error) ?? 'We could not see which accounts you have connected.'}{' '}
            <PlainButton onClick={retryOf(accounts)}>Try Again</PlainButton>
          </Banner>
        )}
        <Loaded
          query={profile}
          loading="Loading profile..."
          rows={3}
          failed="Your profile could not be loaded"
          action="load"
          thing="profile"
          level={page.ownHeading ? 2 : 3}
        >
          {(own) => (
            <>
              {!own.hasPassword && page.label === 'Profile' && <div className={styles.above}>{noPassword}</div>}
              <Suspense
                fallback={
                  <Loading text="Loading settings..." quiet>
                    <BoneRows rows={3} />
                  </Loading>
                }
              >
                {page.render(own)}
              </Suspense>
              {page.label === 'Profile' && accounts.data?.length === 0 && own.hasPassword && <OfferConnecting />}
              {page.label === 'Profile' && <OwnData />}
              {page.label === 'Profile' && <DeleteAccount />}
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}
