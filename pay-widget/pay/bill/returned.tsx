import type { PublicBill } from '../../../modules/bills/contract.ts'
import { formatDayIn } from '../../../modules/shared/day-words.ts'
import { onlyScreen } from '../base.css.ts'
import { button, primary } from '../controls.css.ts'
import { useWords } from '../words/words.ts'
import { Banner } from './banner.tsx'
import { actions } from './bill.css.ts'
import { returnedWords } from './returned-words.ts'

type ReturnedProps = { returned: NonNullable<PublicBill['returned']>; payHref: string | null; onPay: () => void }

/** A failed bank debit: the reason, and a button to pay again if the bill can be paid. */
export const Returned = ({ returned, payHref, onPay }: ReturnedProps) => {
  const { lang } = useWords()
  const words = returnedWords[lang]
  const { why, todo } = returned.told[lang]
  return (
    <Banner tone="error" title={words.title}>
      <p>
        {words.on(formatDayIn(lang, returned.on))} {why}
      </p>
      {payHref !== null && (
        <>
          <p>{todo}</p>
          <p className={`${actions} ${onlyScreen}`}>
            <a
              className={`${button} ${primary}`}
              href={payHref}
              onClick={(event) => {
                event.preventDefault()
                onPay()
              }}
            >
              {words.payAgain}
            </a>
          </p>
        </>
      )}
    </Banner>
  )
}
