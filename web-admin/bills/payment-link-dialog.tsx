import { Check, Copy } from 'lucide-react'
import { useRef } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { payLink, payorLabel } from '../domain/bill/bill-words.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useCopy } from '../ui/code-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { secondary, stack } from '../ui/text.css.ts'

export const PaymentLinkDialog = ({ bill, onClose }: { bill: Bill; onClose: () => void }) => {
  const { state, copy } = useCopy()
  const field = useRef<HTMLInputElement>(null)
  const link = payLink(bill.id)
  const press = async () => {
    // If the browser refuses access to the clipboard, the link is selected for copying by hand.
    if (!(await copy(link))) field.current?.select()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Payment Link"
      subject={`${payorLabel(bill)} · ${bill.program.name} · ${formatMoney(bill.balance)}`}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" data-first-focus icon={state === 'copied' ? Check : Copy} onClick={() => void press()}>
            {state === 'copied' ? 'Copied!' : 'Copy Link'}
          </Button>
        </>
      }
    >
      <div className={stack}>
        <TextField
          label="Anyone with this link can pay this bill"
          ref={field}
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
          {...(state === 'refused' ? { hint: 'Your browser does not allow copying. The link is selected: copy it with the keyboard.' } : {})}
        />
        <Banner tone="warning" silent>
          Visiting this link while logged in as admin logs you out and redirects you to the payment page.
        </Banner>
        <p className={secondary}>You are not signed out by opening it: the page asks first, and offers to pay as a guest.</p>
        <span role="status" hidden={state !== 'copied'}>
          {state === 'copied' ? 'The link is copied.' : ''}
        </span>
      </div>
    </Dialog>
  )
}
