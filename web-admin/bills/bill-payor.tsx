import { Link } from 'wouter'
import type { Bill } from '../../modules/bills/contract.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { payorLabel } from '../domain/bill/bill-words.tsx'
import { useMember } from '../domain/payor/calls.ts'
import { type Fact, Facts } from '../ui/card.tsx'
import { muted, sectionHead } from '../ui/text.css.ts'
import { allOfPayor } from './bill.css.ts'

/** The payor's contact details, with a link to all of their bills. */
export const BillPayor = ({ bill }: { bill: Bill }) => {
  const id = (bill.individualMember ?? bill.congregation)?.id ?? ''
  const member = useMember(id)
  const known = member.data?.value
  const reach: Fact[] = known
    ? [
        [
          'Email',
          known.email ? (
            <a key="email" href={`mailto:${known.email}`}>
              {known.email}
            </a>
          ) : (
            'Not set'
          ),
        ],
        [
          'Phone',
          known.phone ? (
            <a key="phone" href={`tel:${known.phone.replace(/[^\d+]/g, '')}`}>
              {known.phone}
            </a>
          ) : (
            'Not set'
          ),
        ],
      ]
    : []
  return (
    <section aria-labelledby="bill-payor">
      <div className={sectionHead}>
        <h2 id="bill-payor">Payor</h2>
      </div>
      <Facts
        facts={[
          [
            'Name',
            <Link key="name" href={`/members/${id}`}>
              {payorLabel(bill)}
            </Link>,
          ],
          ...reach,
        ]}
      />
      {member.isError && <p className={muted}>{errorMessage(member.error, 'view', 'member')}</p>}
      <p className={allOfPayor}>
        <Link href={`/members/${id}`}>All bills and payments</Link>
      </p>
    </section>
  )
}
