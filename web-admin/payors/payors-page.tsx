import { Users } from 'lucide-react'
import { useSearchParams } from 'wouter'
import type { BillStatus } from '../../modules/bills/contract.ts'
import { BillList } from '../bills/bill-list.tsx'
import { StatusFilter, statusOf } from '../bills/status-filter.tsx'
import { pageOf } from '../programs/page-of.ts'
import { useProgram } from '../programs/use-program.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { changed } from '../ui/search-params.ts'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { hidden } from '../ui/text.css.ts'
import { PaymentsList } from './payments-list.tsx'

type View = 'payments' | 'assessment-bills'

const tabs: { value: View; label: string }[] = [
  { value: 'payments', label: 'Payments' },
  { value: 'assessment-bills', label: 'Assessment Bills' },
]

/** Tab, program, status and page live in the address. */
export const PayorsPage = () => {
  const [search, setSearch] = useSearchParams()
  const view: View = search.get('tab') === 'assessment-bills' ? 'assessment-bills' : 'payments'
  const program = search.get('assessment') || null
  const page = pageOf(search)
  const status = statusOf(search)
  const programName = useProgram(program).data?.value.name
  const bills = view === 'assessment-bills'

  const goToPage = (next: number) => setSearch(changed(search, { page: next === 1 ? null : String(next) }))
  const withStatus = (next: BillStatus | null) => changed(search, { status: next, page: '1' })

  return (
    <>
      <PageHead
        title={bills ? 'Assessment Bills' : 'All Transactions'}
        actions={
          <ButtonLink icon={Users} href="/members">
            Members
          </ButtonLink>
        }
        back={
          program === null ? <BackLink href="/dashboard">Back to Dashboard</BackLink> : <BackLink href="/assessments">Back to Assessments</BackLink>
        }
      >
        {programName}
      </PageHead>
      <Tabs
        value={view}
        label="Payors"
        tabs={tabs}
        onValueChange={(next) => setSearch(changed(search, { tab: next === 'payments' ? null : next, page: null, status: null }), { replace: true })}
      >
        <TabPanel value="payments">
          <h2 className={hidden}>Payments</h2>
          <PaymentsList page={page} program={program} onPage={goToPage} />
        </TabPanel>
        <TabPanel value="assessment-bills">
          <h2 className={hidden}>Bills</h2>
          <StatusFilter
            status={status}
            program={program}
            hrefFor={(next) => `/payors?${withStatus(next)}`}
            onStatus={(next) => setSearch(withStatus(next))}
          />
          <BillList filter={{ page, assessmentProgramId: program, status }} onPage={goToPage} />
        </TabPanel>
      </Tabs>
    </>
  )
}
