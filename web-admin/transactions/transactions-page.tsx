import { ArrowLeftRight } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { EmptyState } from '../ui/states.tsx'

export const TransactionsPage = () => (
  <>
    <PageHead title="All Transactions" />
    <EmptyState
      icon={ArrowLeftRight}
      title="The transactions table is coming soon"
      action={<ButtonLink href="/dashboard">Back to Dashboard</ButtonLink>}
    >
      Until then you find every payment and every bill under Payors.
    </EmptyState>
  </>
)
