import { useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { payorLabel } from '../domain/bill/bill-words.tsx'
import { dashboardQueries } from '../domain/dashboard.ts'
import { PaymentSide, ReceiptLink, receiptFile } from '../domain/payment/payment.tsx'
import { ListRow } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { hidden, medium, muted, reach, small } from '../ui/text.css.ts'

const PdfLink = ({ payment }: { payment: Payment }) => (
  <a href={receiptFile(payment)} className={reach} target="_blank" rel="noreferrer" aria-label={`Receipt as PDF, ${payment.receiptNumber}`}>
    Receipt as PDF
  </a>
)

const Row = ({ payment }: { payment: Payment }) => (
  <ListRow
    main={
      <>
        <span className={medium}>{payment.assessment.program.name}</span>
        <span className={`${small} ${muted}`}>{payorLabel(payment.assessment)}</span>
      </>
    }
    side={<PaymentSide payment={payment} />}
    meta={
      <>
        <span className={`${small} ${muted}`}>{[formatDayOf(payment.createdAt), receiptLabel(payment.method)].join(' · ')}</span>
        <span className={small}>
          <ReceiptLink payment={payment} />
        </span>
        <span className={small}>
          <PdfLink payment={payment} />
        </span>
      </>
    }
  />
)

/** The signed-in payor's payments in all networks, each with its receipt as a page and as PDF. */
export const MyPaymentsPage = () => {
  const [page, setPage] = useState(1)
  const payments = useQuery({ ...dashboardQueries.myPayments(page), placeholderData: (previous) => previous })
  return (
    <>
      <PageHead title="My Payments">What you have paid, over all networks, with a receipt for each.</PageHead>
      <h2 className={hidden}>Payments</h2>
      <Loaded query={payments} loading="Loading payments..." rows={6} failed="Failed to load payments" action="load" thing="payment">
        {(list) => (
          <Paged
            list={list}
            onPage={setPage}
            of="payments"
            empty={
              <EmptyState level={3} icon={HandCoins} title="No payments found">
                What you pay appears here with its receipt.
              </EmptyState>
            }
          >
            {(rows) => (
              <ul>
                {rows.map((payment) => (
                  <Row key={payment.id} payment={payment} />
                ))}
              </ul>
            )}
          </Paged>
        )}
      </Loaded>
    </>
  )
}
