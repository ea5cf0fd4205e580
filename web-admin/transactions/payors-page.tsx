import { useSetAtom } from 'jotai'
import { CalendarClock, HandCoins, Landmark, Users } from 'lucide-react'
import { type ComponentType, useEffect } from 'react'
import type { BillStatus } from '../../modules/bills/contract.ts'
import { billColumns } from '../../modules/bills/values.ts'
import { receiptLabels, receiptMethods } from '../../modules/kernel/receipt-methods.ts'
import { paymentColumns } from '../../modules/payments/values.ts'
import { today } from '../domain/api/network-clock.ts'
import { type BillListProps, type BillSort, billOrders, newestBills } from '../domain/bill/bills.ts'
import { lastBillsAtom } from '../domain/bill/last-list.ts'
import { StatusFilter, statusOf } from '../domain/bill/status-filter.tsx'
import { useProgram } from '../domain/program/calls.ts'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { changed, oneOf, sortOf } from '../ui/list-params.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { hidden } from '../ui/text.css.ts'
import { Autopay } from './autopay.tsx'
import { type ListAddress, ListControls, useListAddress } from './list-controls.tsx'
import { newestPayments, type PaymentSort, PaymentsList, type ProgramPeople, paymentOrders } from './payments-list.tsx'
import * as styles from './payors.css.ts'
import { RemittancesList } from './remittances-list.tsx'

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

/** The app passes in the components of other features. */
type Parts = { BillList: ComponentType<BillListProps>; ProgramPeople: ProgramPeople }

type TabProps = { list: ListAddress; program: string | null }

const PaymentsTab = ({ list, program, ProgramPeople }: TabProps & Pick<Parts, 'ProgramPeople'>) => {
  const { address, page, pageSize, search, goToPage, clearSearch, sortBy, controls } = list
  const sort = sortOf(address, paymentColumns, newestPayments)
  const query = { assessmentProgramId: program, search, ...sort }
  return (
    <TabPanel value="payments">
      <h2 className={hidden}>Payments</h2>
      {useOversees() && (
        <ListControls
          {...controls}
          searchLabel="Search payments"
          orders={offeredPaymentOrders}
          orderWords={paymentOrders}
          sort={sort}
          file="payments"
          query={query}
        />
      )}
      <PaymentsList filter={{ page, pageSize, ...query }} onPage={goToPage} onSort={sortBy} onClear={clearSearch} ProgramPeople={ProgramPeople} />
    </TabPanel>
  )
}

const Remittances = ({ list }: Pick<TabProps, 'list'>) => {
  const { address, setAddress, page, pageSize, search, goToPage, controls } = list
  const method = oneOf(receiptMethods, address.get('method'))
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? '']
  const filterBy = (values: Record<string, string | null>) => setAddress(changed(address, { ...values, page: null }), { replace: true })
  return (
    <>
      <ListControls
        {...controls}
        searchLabel="Search remittances"
        filtered={method !== null || from !== '' || to !== ''}
        filter={
          <div className={styles.filters}>
            <SelectField label="Method" value={method ?? ''} onChange={({ target }) => filterBy({ method: target.value || null })}>
              <option value="">All methods</option>
              {receiptMethods.map((one) => (
                <option key={one} value={one}>
                  {receiptLabels[one]}
                </option>
              ))}
            </SelectField>
            <TextField
              label="Received from"
              type="date"
              max={today()}
              value={from}
              onChange={({ target }) => filterBy({ from: target.value || null })}
            />
            <TextField label="Received to" type="date" max={today()} value={to} onChange={({ target }) => filterBy({ to: target.value || null })} />
          </div>
        }
      />
      <RemittancesList
        filter={{ page, pageSize, search, method, from, to }}
        onPage={goToPage}
        onClear={() => filterBy({ search: null, method: null, from: null, to: null, view: null })}
      />
    </>
  )
}

const BillsTab = ({ list, program, BillList }: TabProps & Pick<Parts, 'BillList'>) => {
  const { address, setAddress, page, pageSize, search, goToPage, clearSearch, sortBy, controls } = list
  const status = statusOf(address)
  const sort = sortOf(address, billColumns, newestBills)
  const query = { assessmentProgramId: program, status, search, ...sort }
  const withStatus = (next: BillStatus | null) => changed(address, { status: next, page: '1' })
  return (
    <TabPanel value="assessment-bills">
      <h2 className={hidden}>Bills</h2>
      {useOversees() && (
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
          sort={sort}
          file="bills"
          query={query}
        />
      )}
      <BillList filter={{ page, pageSize, ...query }} onPage={goToPage} onSort={sortBy} onClear={clearSearch} />
    </TabPanel>
  )
}

/** The parameters that belong to one tab. */
const noFilter = { page: null, status: null, orderBy: null, order: null, method: null, from: null, to: null }

const asideTitles = { remittances: 'Remittances', autopay: 'Autopay' }

/** Tab, program, status, search, order and page live in the address. */
export const PayorsPage = ({ BillList, ProgramPeople }: Parts) => {
  const list = useListAddress()
  const { address, setAddress } = list
  const oversees = useOversees()
  // Buttons open these, since the page has two tabs only.
  const aside = oversees ? oneOf(['remittances', 'autopay'], address.get('tab')) : null
  const view = tabs.find(({ value }) => value === address.get('tab'))?.value ?? 'payments'
  const program = address.get('assessment') || null
  const programName = useProgram(program).data?.value.name
  const bills = view === 'assessment-bills'
  const remember = useSetAtom(lastBillsAtom)
  const mayChange = useMayChange()
  // Remembers the list without `asOf`: the link back to it keeps the moment that is shown when it is used.
  useEffect(() => remember(`/payors?${changed(address, { asOf: null })}`), [address, remember])

  return (
    <>
      <PageHead
        title={aside ? asideTitles[aside] : bills ? 'Assessment Bills' : 'All Transactions'}
        actions={
          oversees &&
          aside !== 'autopay' && (
            <>
              {!bills && aside === null && (
                <>
                  <ButtonLink icon={HandCoins} href="/payors?tab=remittances">
                    Remittances
                  </ButtonLink>
                  <ButtonLink icon={CalendarClock} href="/payors?tab=autopay">
                    Autopay
                  </ButtonLink>
                </>
              )}
              {aside === 'remittances' && (
                <ButtonLink icon={Landmark} href="/deposits">
                  Deposits
                </ButtonLink>
              )}
              {!bills && (
                <ButtonLink icon={Landmark} href="/payouts">
                  Payouts
                </ButtonLink>
              )}
              <ButtonLink icon={Users} href="/members">
                Members
              </ButtonLink>
              {!bills && mayChange && (
                <ButtonLink variant="primary" icon={HandCoins} href="/payments/new">
                  Record Payment
                </ButtonLink>
              )}
            </>
          )
        }
        back={
          aside ? (
            <BackLink href="/payors">Back to Transactions</BackLink>
          ) : program === null ? (
            <BackLink href="/dashboard">Back to Dashboard</BackLink>
          ) : (
            <BackLink href="/assessments">Back to Assessments</BackLink>
          )
        }
      >
        {programName}
      </PageHead>
      {aside === 'remittances' ? (
        <Remittances list={list} />
      ) : aside === 'autopay' ? (
        <Autopay list={list} />
      ) : (
        <Tabs
          value={view}
          label="Payors"
          tabs={tabs}
          onValueChange={(next) => setAddress(changed(address, { ...noFilter, tab: next === 'payments' ? null : next }), { replace: true })}
        >
          <PaymentsTab list={list} program={program} ProgramPeople={ProgramPeople} />
          <BillsTab list={list} program={program} BillList={BillList} />
        </Tabs>
      )}
    </>
  )
}
