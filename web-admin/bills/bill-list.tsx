import { ReceiptText } from 'lucide-react'
import { errorMessage } from '../api/error-message.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { from } from '../ui/media.ts'
import { Pagination } from '../ui/pagination.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { useMedia } from '../ui/use-media.ts'
import { BillRows, BillTable } from './bill-rows.tsx'
import { type BillFilter, useBills } from './use-bills.ts'

type Props = { filter: BillFilter; onPage: (page: number) => void; ofProgram?: boolean }

const emptyHint = ({ status, assessmentProgramId }: BillFilter): string => {
  if (status !== null) return 'None has this status now.'
  return assessmentProgramId === null
    ? 'Bills appear here once members are uploaded to a program.'
    : 'Upload members to this program to generate its bills.'
}

/** Bills with their actions: a table on the large screen, rows below. */
export const BillList = ({ filter, onPage, ofProgram = false }: Props) => {
  const bills = useBills(filter)
  const large = useMedia(from.large)
  const Rows = large ? BillTable : BillRows
  if (bills.isPending)
    return (
      <Loading text="Loading assessment bills...">
        <BoneRows rows={6} />
      </Loading>
    )
  if (bills.isError)
    return (
      <ErrorState title="Error loading assessment bills" onRetry={() => void bills.refetch()}>
        {errorMessage(bills.error, 'load', 'assessment bills')}
      </ErrorState>
    )
  const { data, pagination } = bills.data
  return (
    <>
      {data.length === 0 ? (
        <EmptyState icon={ReceiptText} title="No assessment bills found">
          {emptyHint(filter)}
        </EmptyState>
      ) : (
        <Rows bills={data} ofProgram={ofProgram} />
      )}
      <Pagination pagination={pagination} onPage={onPage} of="bills" />
    </>
  )
}
