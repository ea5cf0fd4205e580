import { useSetAtom } from 'jotai'
import { Landmark, Users } from 'lucide-react'
import { type ComponentType, useCallback, useEffect } from 'react'
import { useSearchParams } from 'wouter'
import type { BillStatus } from '../../modules/bills/contract.ts'
import { billColumns } from '../../modules/bills/values.ts'
import { PAGE_SIZE } from '../../modules/kernel/page-size.ts'
import { paymentColumns } from '../../modules/payments/values.ts'
import { type BillListProps, type BillSort, billOrders, newestBills } from '../domain/bill/bills.ts'
import { lastBillsAtom } from '../domain/bill/last-list.ts'
import { StatusFilter, statusOf } from '../domain/bill/status-filter.tsx'
import { useProgram } from '../domain/program/calls.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { pageSizeOf, sortOf } from '../ui/list-params.ts'
import { PageHead } from '../ui/page-head.tsx'
import { pageOf } from '../ui/page-of.ts'
import { changed } from '../ui/search-params.ts'
import type { Sort } from '../ui/table.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { hidden } from '../ui/text.css.ts'
import { ListControls } from './list-controls.tsx'
import { PaymentsList, type ProgramPeople } from './payments-list.tsx'
import { newestPayments, type PaymentSort, paymentOrders } from './use-payments.ts'

type View = 'payments' | 'assessment-bills'

const tabs: { value: View; label: string }[] = [
  { value: 'payments', label: 'Payments' },
  { value: 'assessment-bills', label: 'Assessment Bills' },
]

const offeredBillOrders: readonly BillSort[] = [
  newestBills,
  { orderBy: 'dueDate', order: 'asc' },
  { orderBy: 'payor', order: 'asc' },
  { orderBy: 'program', order: 'asc' },
  { orderBy: 'amount', order: 'desc' },
  { orderBy: 'balance', order: 'desc' },
]
const offeredPaymentOrders: readonly PaymentSort[] = [
  newestPayments,
  { orderBy: 'createdAt', order: 'asc' },
  { orderBy: 'payor', order: 'asc' },
  { orderBy: 'program', order: 'asc' },
  { orderBy: 'amount', order: 'desc' },
]

/** Parts of other features, from the app. */
type Parts = { BillList: ComponentType<BillListProps>; ProgramPeople: ProgramPeople }

/** Tab, program, status, search, order and page live in the address. */
export const PayorsPage = ({ BillList, ProgramPeople }: Parts) => {
  const [address, setAddress] = useSearchParams()
  const view: View = address.get('tab') === 'assessment-bills' ? 'assessment-bills' : 'payments'
  const program = address.get('assessment') || null
  const page = pageOf(address)
  const pageSize = pageSizeOf(address)
  const status = statusOf(address)
  const search = address.get('search') ?? ''
  const programName = useProgram(program).data?.value.name
  const bills = view === 'assessment-bills'
  const billSort = sortOf(address, billColumns, newestBills)
  const paymentSort = sortOf(address, paymentColumns, newestPayments)
  const remember = useSetAtom(lastBillsAtom)
  const oversees = useOversees()
  // The way back is carried to whichever moment is shown then.
  useEffect(() => remember(`/payors?${changed(address, { asOf: null })}`), [address, remember])

  const goToPage = (next: number) => setAddress(changed(address, { page: next === 1 ? null : String(next) }))
  const withStatus = (next: BillStatus | null) => changed(address, { status: next, page: '1' })
  const searchFor = useCallback(
    (words: string) => setAddress((now) => changed(now, { search: words || null, page: null }), { replace: true }),
    [setAddress],
  )
  const clearSearch = () => searchFor('')
  const sortBy = ({ orderBy, order }: Sort) => setAddress(changed(address, { orderBy, order, page: null }), { replace: true })
  const controls = {
    search,
    onSearch: searchFor,
    onSort: sortBy,
    pageSize,
    onPageSize: (size: number) => setAddress(changed(address, { pageSize: size === PAGE_SIZE ? null : String(size), page: null }), { replace: true }),
  }

  return (
    <>
      <PageHead
        title={bills ? 'Assessment Bills' : 'All Transactions'}
        actions={
          oversees && (
            <>
              {!bills && (
                <ButtonLink icon={Landmark} href="/payouts">
                  Payouts
                </ButtonLink>
              )}
              <ButtonLink icon={Users} href="/members">
                Members
              </ButtonLink>
            </>
          )
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
        onValueChange={(next) =>
          setAddress(changed(address, { tab: next === 'payments' ? null : next, page: null, status: null, orderBy: null, order: null }), {
            replace: true,
          })
        }
      >
        <TabPanel value="payments">
          <h2 className={hidden}>Payments</h2>
          {oversees && (
            <ListControls
              {...controls}
              searchLabel="Search payments"
              orders={offeredPaymentOrders}
              orderWords={paymentOrders}
              sort={paymentSort}
              file="payments"
              query={{ assessmentProgramId: program, search, ...paymentSort }}
            />
          )}
          <PaymentsList
            filter={{ page, pageSize, assessmentProgramId: program, search, ...paymentSort }}
            onPage={goToPage}
            onSort={sortBy}
            onClear={clearSearch}
            ProgramPeople={ProgramPeople}
          />
        </TabPanel>
        <TabPanel value="assessment-bills">
          <h2 className={hidden}>Bills</h2>
          {oversees && (
            <ListControls
              {...controls}
              searchLabel="Search bills"
              filter={
                <StatusFilter
                  status={status}
                  program={program}
                  counted={search === ''}
                  hrefFor={(next) => `/payors?${withStatus(next)}`}
                  onStatus={(next) => setAddress(withStatus(next))}
                />
              }
              filtered={status !== null}
              orders={offeredBillOrders}
              orderWords={billOrders}
              sort={billSort}
              file="bills"
              query={{ assessmentProgramId: program, status, search, ...billSort }}
            />
          )}
          <BillList
            filter={{ page, pageSize, assessmentProgramId: program, status, search, ...billSort }}
            onPage={goToPage}
            onSort={sortBy}
            onClear={clearSearch}
          />
        </TabPanel>
      </Tabs>
    </>
  )
}
