import { useSetAtom } from 'jotai'
import { Download, HandCoins, Landmark, SlidersHorizontal, Users } from 'lucide-react'
import { type ComponentType, type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { BillStatus } from '../../modules/bills/contract.ts'
import { billColumns } from '../../modules/bills/values.ts'
import { receiptLabels, receiptMethods } from '../../modules/kernel/receipt-methods.ts'
import { paymentColumns } from '../../modules/payments/values.ts'
import { PAGE_SIZE } from '../../modules/shared/page-size.ts'
import { apiUrl, type Query } from '../domain/api/client.ts'
import { today } from '../domain/api/network-clock.ts'
import { type BillListProps, type BillSort, billOrders, newestBills } from '../domain/bill/bills.ts'
import { lastBillsAtom } from '../domain/bill/last-list.ts'
import { StatusFilter, statusOf } from '../domain/bill/status-filter.tsx'
import { useProgram } from '../domain/program/calls.ts'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { changed, type OrderWords, oneOf, orderLabel, pageOf, pageSizeOf, pageSizes, sortOf } from '../ui/list-params.ts'
import { below } from '../ui/media.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { SearchField } from '../ui/search-field.tsx'
import type { Sort } from '../ui/table.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { hidden } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import { newestPayments, type PaymentSort, PaymentsList, type ProgramPeople, paymentOrders } from './payments-list.tsx'
import * as styles from './payors.css.ts'
import { RemittancesList } from './remittances-list.tsx'

type OrderProps<By extends string> = {
  /** The orders to choose from on screens without column headings; the first is the default. */
  orders: readonly Sort<By>[]
  orderWords: OrderWords<By>
  sort: Sort<By>
  onSort: (sort: Sort<By>) => void
  /** The path of the call that exports the whole list, and the list's filters. */
  file: string
  query: Query
}

/** A list without `orders` has one order, and no export. */
type Props<By extends string> = {
  searchLabel: string
  search: string
  onSearch: (words: string) => void
  /** A further filter. */
  filter?: ReactNode
  filtered?: boolean
  pageSize: number
  onPageSize: (size: number) => void
} & (OrderProps<By> | { orders?: never })

const keyOf = ({ orderBy, order }: Sort): string => `${orderBy} ${order}`

const OrderField = <By extends string>({ orders, orderWords, sort, onSort }: OrderProps<By>) => (
  <SelectField
    bare
    label="Sort by"
    value={keyOf(sort)}
    onChange={({ target }) => {
      const chosen = orders.find((order) => keyOf(order) === target.value)
      if (chosen) onSort(chosen)
    }}
  >
    {(orders.some((order) => keyOf(order) === keyOf(sort)) ? orders : [sort, ...orders]).map((order) => (
      <option key={keyOf(order)} value={keyOf(order)}>
        {orderLabel(orderWords, order)}
      </option>
    ))}
  </SelectField>
)

/** Search, filter, order, page size and export. On a phone, all except the search fold into a button. */
const ListControls = <By extends string>(props: Props<By>) => {
  const { searchLabel, search, onSearch, filter, filtered = false, pageSize, onPageSize } = props
  const phone = useMedia(below.medium)
  const small = useMedia(below.large)
  const [open, setOpen] = useState(false)
  const id = useId()
  const standard = props.orders?.[0]
  const isReordered = props.orders !== undefined && standard !== undefined && keyOf(props.sort) !== keyOf(standard)
  const chosen = [filtered, isReordered, pageSize !== PAGE_SIZE].filter(Boolean).length
  return (
    <>
      {!phone && filter}
      <search className={styles.controls}>
        <SearchField label={searchLabel} value={search} onSearch={onSearch} className={styles.search} />
        {phone && (
          <Button icon={SlidersHorizontal} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {chosen === 0 ? 'Filters' : `Filters (${chosen})`}
          </Button>
        )}
        {(!phone || open) && (
          <div id={id} className={styles.choices}>
            {phone && filter}
            {small && props.orders && <OrderField {...props} />}
            <SelectField bare label="Rows per page" value={pageSize} onChange={({ target }) => onPageSize(Number(target.value))}>
              {pageSizes.map((size) => (
                <option key={size} value={size}>
                  {`${size} rows`}
                </option>
              ))}
            </SelectField>
            {props.orders && (
              <ButtonLink href={apiUrl(`/exports/${props.file}.csv`, props.query)} leaves icon={Download} className={styles.file}>
                Export CSV
              </ButtonLink>
            )}
          </div>
        )}
      </search>
    </>
  )
}

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

/** The state of the list, as the address has it, and functions that change it. */
const useListAddress = () => {
  const [address, setAddress] = useSearchParams()
  const page = pageOf(address)
  const pageSize = pageSizeOf(address)
  const search = address.get('search') ?? ''
  const goToPage = (next: number) => setAddress(changed(address, { page: next === 1 ? null : String(next) }))
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
  return { address, setAddress, page, pageSize, search, goToPage, clearSearch, sortBy, controls }
}

/** The app passes in the components of other features. */
type Parts = { BillList: ComponentType<BillListProps>; ProgramPeople: ProgramPeople }

type TabProps = { list: ReturnType<typeof useListAddress>; program: string | null }

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
        onClear={() => filterBy({ search: null, method: null, from: null, to: null })}
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

/** Tab, program, status, search, order and page live in the address. */
export const PayorsPage = ({ BillList, ProgramPeople }: Parts) => {
  const list = useListAddress()
  const { address, setAddress } = list
  const oversees = useOversees()
  // A button opens the remittances, since the page has two tabs only.
  const remittances = oversees && address.get('tab') === 'remittances'
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
        title={remittances ? 'Remittances' : bills ? 'Assessment Bills' : 'All Transactions'}
        actions={
          oversees && (
            <>
              {!bills && !remittances && (
                <ButtonLink icon={HandCoins} href="/payors?tab=remittances">
                  Remittances
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
          remittances ? (
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
      {remittances ? (
        <Remittances list={list} />
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
