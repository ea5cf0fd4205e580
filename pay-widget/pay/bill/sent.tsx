import type { PublicBill } from '../../../modules/bills/contract.ts'
import { formatDayIn } from '../../../modules/shared/day-words.ts'
import { useWords } from '../words/words.ts'
import { afterBill } from './bill.css.ts'
import { Details } from './method-panel.tsx'

/** A claim that waits for an Admin: its method and date, and the details used. */
export const Sent = ({ bill, claimed }: { bill: PublicBill; claimed: NonNullable<PublicBill['claimed']> }) => {
  const { t, lang } = useWords()
  return (
    <div className={afterBill}>
      <p>{t.sentBy(t.methods[claimed.method].name, formatDayIn(lang, claimed.on))}</p>
      <Details bill={bill} method={claimed.method} methods={bill.paymentProfile?.methods ?? {}} copies={false} />
    </div>
  )
}
