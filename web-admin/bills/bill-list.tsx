import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { billStatusLabels } from '../../modules/bills/values.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { type BillFilter, type BillListProps, billOrders, newestBills, useBills } from '../domain/bill/bills.ts'
import { useProgram } from '../domain/program/calls.ts'
import { retryOf } from '../domain/queries.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { listWords, orderLabel } from '../ui/list-params.ts'
import { Paged } from '../ui/paged.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { BillDialog, type BillTask } from './bill-actions.tsx'
import { BillRows } from './bill-rows.tsx'

const emptyHint = ({ status, search, assessmentProgramId }: BillFilter): string => {
  if (search) return 'No payor, program or reference matches your search.'
  if (status !== null) return 'No bill has this status.'
  return assessmentProgramId === null
    ? 'Bills appear here once members are uploaded to a program.'
    : 'Upload members to this program to generate its bills.'
}

const emptyAction = ({ status, search, assessmentProgramId }: BillFilter, onClear: (() => void) | undefined) => {
  if (search) return onClear && <Button onClick={onClear}>Clear Search</Button>
  return status === null && assessmentProgramId === null && <ButtonLink href="/assessments">Go to Programs</ButtonLink>
}

/** Bills with their actions: a table on a wide screen, rows on a narrow one. */
export const BillList = ({ filter, onPage, onSort, onClear, ofProgram = false }: BillListProps) => {
  const bills = useBills(filter)
  const programName = useProgram(filter.assessmentProgramId).data?.value.name
  const sort = { ...newestBills, ...filter }
  const [asked, setAsked] = useState<{ bill: Bill; task: BillTask } | null>(null)
  if (!bills.data)
    return bills.isError ? (
      <ErrorState level={3} title="Error loading assessment bills" onRetry={retryOf(bills)}>
        {messageOr(bills.error, 'Failed to load assessment bills')}
      </ErrorState>
    ) : (
      <Loading text="Loading assessment bills...">
        <BoneRows rows={6} />
      </Loading>
    )
  // The bill whose dialog is open. It may have left the list meanwhile, for example because it was paid.
  const bill = asked && (bills.data.data.find(({ id }) => id === asked.bill.id) ?? asked.bill)
  return (
    <>
      <Paged
        list={bills.data}
        onPage={onPage}
        of="bills"
        paper={listWords(
          { Program: programName, Status: filter.status && billStatusLabels[filter.status], Search: filter.search },
          orderLabel(billOrders, sort),
        )}
        empty={
          <EmptyState level={3} icon={ReceiptText} title="No assessment bills found" action={emptyAction(filter, onClear)}>
            {emptyHint(filter)}
          </EmptyState>
        }
      >
        {(rows) => (
          <BillRows bills={rows} ofProgram={ofProgram} sort={sort} onSort={onSort} onTask={(chosen, task) => setAsked({ bill: chosen, task })} />
        )}
      </Paged>
      {bill && asked && <BillDialog task={asked.task} bill={bill} onClose={() => setAsked(null)} />}
    </>
  )
}
