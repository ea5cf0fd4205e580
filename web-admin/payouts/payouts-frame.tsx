import type { ReactNode } from 'react'
import { useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { TabLinks } from '../ui/tabs.tsx'
import * as styles from './payouts.css.ts'

const pages = [
  { href: '/payouts', label: 'Payouts' },
  { href: '/payouts/events', label: 'Stripe Events' },
]

export const PayoutsFrame = ({ here, about, children }: { here: string; about: string; children: ReactNode }) => {
  const back = <BackLink href="/payors">Back to All Transactions</BackLink>
  if (!useOversees()) return <NotAllowed title="Payouts" back={back} action="view" thing="payment" />
  return (
    <>
      <PageHead title="Payouts" back={back}>
        {about}
      </PageHead>
      <TabLinks label="Payouts" tabs={pages.map((page) => ({ ...page, current: page.href === here }))} />
      <div className={styles.part}>{children}</div>
    </>
  )
}
