import { useQuery } from '@tanstack/react-query'
import { Church, Plus } from 'lucide-react'
import { useState } from 'react'
import { useOversees } from '../session/may-change.ts'
import { useUser } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useToast } from '../ui/toast.tsx'
import * as styles from './dashboard.css.ts'
import { MyAssessments } from './my-assessments.tsx'
import { NetworkDashboard } from './network-dashboard.tsx'
import { dashboardQueries } from './queries.ts'

const CreateNetworkDialog = lazyDialog(async () => (await import('../networks/create-network-dialog.tsx')).CreateNetworkDialog)

const FirstNetwork = ({ first, email }: { first: boolean; email: string }) => {
  const [open, setOpen] = useState(false)
  const toast = useToast()
  return (
    <>
      <EmptyState
        icon={Church}
        title="You have no network yet"
        action={
          <Button look={first ? 'primary' : 'default'} icon={Plus} onClick={() => setOpen(true)}>
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

/** Who owes something sees that first; who doesn't is likely here to set up a network. */
const Mine = ({ withoutNetwork, email }: { withoutNetwork: boolean; email: string }) => {
  const { data, isPending } = useQuery(dashboardQueries.mine(1))
  const first = data?.pagination.totalItems === 0
  return (
    <>
      {withoutNetwork && first && <FirstNetwork first email={email} />}
      <div className={styles.mine}>
        <MyAssessments />
      </div>
      {withoutNetwork && !first && !isPending && (
        <div className={styles.offer}>
          <FirstNetwork first={false} email={email} />
        </div>
      )}
    </>
  )
}

/** Admins and auditors see their network; everybody else what they owe. */
export const DashboardPage = () => {
  const user = useUser()
  const oversees = useOversees()
  const greeting = `Welcome back, ${user?.firstName || 'there'}. Here's an overview of your network's finances.`
  return (
    <>
      <PageHead title="Dashboard">{greeting}</PageHead>
      {oversees && <NetworkDashboard />}
      {!oversees && <Mine withoutNetwork={user?.network === null} email={user?.email ?? ''} />}
    </>
  )
}
