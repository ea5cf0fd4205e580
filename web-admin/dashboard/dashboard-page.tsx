import { useQuery } from '@tanstack/react-query'
import { Church, Plus } from 'lucide-react'
import { useState } from 'react'
import { dashboardQueries } from '../domain/dashboard.ts'
import { useOversees, usePays } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { Button } from '../ui/button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import * as styles from './dashboard.css.ts'
import { MyAssessments } from './my-assessments.tsx'
import { MyAssessmentsPage } from './my-assessments-page.tsx'
import { NetworkDashboard } from './network-dashboard.tsx'

const CreateNetworkDialog = lazyDialog(async () => (await import('../domain/network/create-network-dialog.tsx')).CreateNetworkDialog)

const FirstNetwork = ({ first, email }: { first: boolean; email: string }) => {
  const [open, setOpen] = useState(false)
  const toast = useToast()
  return (
    <>
      <EmptyState
        icon={Church}
        title="You have no network yet"
        action={
          <Button variant={first ? 'primary' : 'default'} icon={Plus} onClick={() => setOpen(true)}>
            Create Network
          </Button>
        }
      >
        A network is your church, your conference or your association: it holds your members, what they owe, and what they have paid. If yours is here
        already, ask its administrator to invite {email}.
      </EmptyState>
      <CreateNetworkDialog open={open} onOpenChange={setOpen} onCreated={({ name }) => toast(`${name} is ready`)} />
    </>
  )
}

/** A person with neither bills nor a network probably wants to set one up. */
const Mine = ({ email }: { email: string }) => {
  const { data } = useQuery(dashboardQueries.mine(1))
  return (
    <>
      {data?.pagination.totalItems === 0 && <FirstNetwork first email={email} />}
      <div className={styles.mine}>
        <MyAssessments />
      </div>
    </>
  )
}

/** Admins and Auditors see the figures of their network, Members see only their bills, and others see what they owe. */
export const DashboardPage = () => {
  const user = useUser()
  const oversees = useOversees()
  const pays = usePays()
  const greeting = `Welcome back, ${user?.firstName || 'there'}. Here's an overview of your network's finances.`
  if (pays)
    return (
      <>
        <MyAssessmentsPage />
        {user?.network === null && (
          <div className={styles.offer}>
            <FirstNetwork first={false} email={user.email} />
          </div>
        )}
      </>
    )
  return (
    <>
      <PageHead title="Dashboard">{greeting}</PageHead>
      {oversees && <NetworkDashboard />}
      {!oversees && <Mine email={user?.email ?? ''} />}
    </>
  )
}
