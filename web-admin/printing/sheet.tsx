import type { PublicMethods } from '../../modules/bills/contract.ts'
import { formatDayIn } from '../../modules/kernel/day-words.ts'
import type { Language } from '../../modules/kernel/language.ts'
import { memoOf } from '../../modules/kernel/memo.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { PrintedBill } from '../../modules/messages/contract.ts'
import { usableMethods } from '../../pay-widget/pay/bill/bill-state.ts'
import { detailsOf } from '../../pay-widget/pay/bill/instructions.ts'
import { messages } from '../../pay-widget/pay/words/messages.ts'
import { QrCode } from '../ui/qr-code.tsx'
import * as styles from './sheet.css.ts'
import { sheetWords } from './sheet-words.ts'

type Props = { bill: PrintedBill; methods: PublicMethods; language: Language }

/** One bill on one sheet, in the words of the pay page: who owes what, until when, and how it is paid. */
export const Sheet = ({ bill, methods, language }: Props) => {
  const t = messages[language]
  const own = sheetWords[language]
  const offered = usableMethods(methods)
  return (
    <article className={styles.sheet} lang={language} aria-label={`${own.bill}: ${bill.payorName}`}>
      <header className={styles.head}>
        <p className={styles.network}>{bill.networkName}</p>
        <p className={styles.quiet}>{own.bill}</p>
      </header>
      <p className={styles.payor}>{bill.payorName}</p>
      <p>{bill.programName}</p>
      {bill.programDescription !== null && <p className={styles.quiet}>{bill.programDescription}</p>}
      <div className={styles.due}>
        <p className={styles.amount}>{formatMoney(bill.balance)}</p>
        <p className={styles.quiet}>{t.due(formatDayIn(language, bill.dueDate))}</p>
      </div>
      <div className={styles.how}>
        <div className={styles.methods}>
          {offered.map((method) => (
            <section key={method} className={styles.method}>
              <h2>{t.methods[method].name}</h2>
              <p>{t.methods[method].steps}</p>
              <dl className={styles.fields}>
                {detailsOf(t, method, methods).map(({ label, value }) => [
                  <dt key={label} className={styles.quiet}>
                    {label}
                  </dt>,
                  <dd key={`${label} value`}>{value}</dd>,
                ])}
              </dl>
            </section>
          ))}
          {offered.length > 0 && (
            <p className={styles.memo}>
              {t.memoRequest} {t.memo}: {memoOf(bill.code, bill.payorName)}
            </p>
          )}
        </div>
        <div className={styles.code}>
          <QrCode svg={bill.qrCode} label={own.qrCode} />
          <p className={styles.caption}>
            {own.scan}
            <br />
            {bill.payUrl}
          </p>
          <p className={styles.caption}>
            {own.code}: <strong>{bill.code}</strong>
          </p>
        </div>
      </div>
    </article>
  )
}
