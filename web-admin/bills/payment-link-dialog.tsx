import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { stack } from '../ui/text.css.ts'
import { payLink, payorLabel } from './bill-words.ts'

const COPIED_LASTS = 2_000

export const PaymentLinkDialog = ({ bill, onClose }: { bill: Bill; onClose: () => void }) => {
  const [copied, setCopied] = useState(false)
  const [refused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const link = payLink(bill.id)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_LASTS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setRefused(false)
      setCopied(true)
    } catch {
      // Without the right to the clipboard the link is at least selected.
      field.current?.select()
      setRefused(true)
    }
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
          <Button look="primary" data-first-focus icon={copied ? Check : Copy} onClick={() => void copy()}>
            {copied ? 'Copied!' : 'Copy Link'}
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
          {...(refused ? { hint: 'Your browser keeps the clipboard closed. The link is selected: copy it with the keyboard.' } : {})}
        />
        <Banner tone="warning" silent>
          Visiting this link while logged in as admin logs you out and redirects you to the payment page.
        </Banner>
        <span role="status" hidden={!copied}>
          {copied ? 'The link is copied.' : ''}
        </span>
      </div>
    </Dialog>
  )
}
