import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { PublicBill, StripeMethod } from '../../../modules/bills/contract.ts'
import { EMAIL, LONGEST_EMAIL, maskedEmail } from '../../../modules/kernel/email.ts'
import { hint, secondary } from '../base.css.ts'
import type { Receipt } from '../bill/use-payment.ts'
import { field, fieldLabel, problem } from '../controls.css.ts'
import { useWords } from '../words/words.ts'
import { receiptWords } from './receipt-words.ts'

type Props = {
  bill: Pick<PublicBill, 'receiptTo'>
  method: StripeMethod
  /** True if the visitor is not signed in, so that their address is not known. */
  isGuest?: boolean
  receipt: RefObject<Receipt | null>
}

/** Shows the address that gets the receipt. A guest can enter a second one. */
export const ReceiptField = ({ bill: { receiptTo: known }, method, isGuest, receipt }: Props): ReactNode => {
  const words = receiptWords[useWords().lang]
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  // Keeps the entered address, since the field disappears after the payment.
  useEffect(() => {
    const to = typed.trim()
    // The entered address may be the known one, which is shown masked.
    const all = [known, maskedEmail(to) === known ? '' : to].filter((one): one is string => Boolean(one))
    receipt.current = {
      to: to || undefined,
      isWrong: () => {
        const wrong = to !== '' && !(to.length <= LONGEST_EMAIL && EMAIL.test(to))
        setWrong(wrong)
        if (wrong) input.current?.focus()
        return wrong
      },
      said: (lang) => (all.length > 0 ? receiptWords[lang].goesTo(new Intl.ListFormat(lang).format(all), method === 'ach') : ''),
    }
  }, [receipt, typed, known, method])
  return (
    <>
      {known && <p className={secondary}>{words.goesTo(known, method === 'ach')}</p>}
      {isGuest && (
        <>
          <label className={fieldLabel} htmlFor={id}>
            {known ? words.another : words.address}
          </label>
          <input
            ref={input}
            id={id}
            className={field}
            type="email"
            autoComplete="email"
            maxLength={LONGEST_EMAIL}
            value={typed}
            aria-invalid={isWrong}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setWrong(false)
            }}
          />
          <p id={`${id}-hint`} className={isWrong ? problem : hint} role={isWrong ? 'alert' : undefined}>
            {isWrong && <CircleAlert size={16} />}
            {isWrong ? words.invalid : words.onlyForThis}
          </p>
        </>
      )}
    </>
  )
}
