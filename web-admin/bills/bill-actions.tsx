import { Archive, CircleCheck, Diff, Ellipsis, HandCoins, Link2, Printer } from 'lucide-react'
import type { Bill } from '../../modules/bills/contract.ts'
import { payorLabel } from '../domain/bill/bill-words.ts'
import { waitsForDebit } from '../domain/payment/payment-words.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx'
import * as styles from './bill.css.ts'

export type BillPageTask = 'link' | 'paid' | 'archive' | 'not-received' | 'receipt' | 'adjust'

type Props = {
  bill: Bill
  onTask: (task: BillPageTask) => void
}

/** What can be done with the bill as it is, but for a claim's two answers, which stand beside it; a reader has the payment link and the paper. */
export const BillActions = ({ bill, onTask }: Props) => {
  const mayChange = useMayChange()
  const archived = bill.status === 'Archived'
  const claimed = bill.status === 'PendingConfirmation'
  // Until it has cleared or come back, the bill stays what it is, unless it is paid by hand (R144).
  const debitUnderWay = waitsForDebit(bill)
  return (
    <>
      <Button icon={Link2} aria-label="Payment link" onClick={() => onTask('link')}>
        <span className={styles.words}>Payment link</span>
      </Button>
      <ButtonLink icon={Printer} href={`/payors/bills/${bill.id}/print`} label="Print or PDF">
        <span className={styles.words}>Print or PDF</span>
      </ButtonLink>
      {mayChange && (
        <>
          {bill.status !== 'Paid' && !claimed && !bill.replaced && (
            <Button look="primary" icon={CircleCheck} onClick={() => onTask('paid')}>
              Mark as Paid
            </Button>
          )}
          {!archived && (
            <Menu trigger={<IconButton label={`More actions, ${payorLabel(bill)}`} icon={Ellipsis} tip={false} look="default" />}>
              {debitUnderWay && (
                <MenuItem icon={CircleCheck} onSelect={() => onTask('paid')}>
                  Mark as Paid
                </MenuItem>
              )}
              <MenuItem icon={HandCoins} onSelect={() => onTask('receipt')}>
                Record receipt
              </MenuItem>
              {!debitUnderWay && (
                <MenuItem icon={Diff} onSelect={() => onTask('adjust')}>
                  Adjust amount
                </MenuItem>
              )}
              {!debitUnderWay && bill.status !== 'Paid' && (
                <>
                  <MenuLine />
                  <MenuItem icon={Archive} onSelect={() => onTask('archive')}>
                    Archive
                  </MenuItem>
                </>
              )}
            </Menu>
          )}
        </>
      )}
    </>
  )
}
