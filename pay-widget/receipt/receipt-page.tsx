import Printer from 'lucide-react/icons/printer'
import type { PublicBill, PublicPayment } from '../../modules/bills/contract.ts'
import { formatDayIn } from '../../modules/shared/day-words.ts'
import { nextOfBill } from '../../modules/shared/next-payment.ts'
import { paidByWords } from '../../modules/shared/payer-words.ts'
import { onlyScreen } from '../pay/base.css.ts'
import { Banner, StatusBanner } from '../pay/bill/banner.tsx'
import { actions, afterBill, amount, facts, forWhat, head, line, receiptLink, tag, tagOff } from '../pay/bill/bill.css.ts'
import { Fact } from '../pay/bill/fact.tsx'
import { button } from '../pay/controls.css.ts'
import { Frame } from '../pay/frame.tsx'
import { choosePath, receiptPath } from '../pay/links.ts'
import { LoadFailed, NotFound } from '../pay/notice.tsx'
import { section } from '../pay/page.css.ts'
import { isPublic } from '../pay/view.ts'
import { distanceOf, formatMoney } from '../pay/words/format.ts'
import { useWords, WordsContext, wordsIn } from '../pay/words/words.ts'
import type { ReceiptPageView } from './view.ts'
import { receiptWords } from './words.ts'

type Shown = Omit<ReceiptPageView, 'assets'>

const linkOf = ({ id, lang, langChosen }: Pick<Shown, 'id' | 'lang' | 'langChosen'>) => ({ id, lang, langChosen, embedded: null })

/** Says that the payment was refunded or reversed later. */
const TakenBack = ({ payment: { status, refunded, amount: paid } }: { payment: PublicPayment }) => {
  const words = receiptWords[useWords().lang]
  if (status === 'Completed') return null
  const partly = words.partlyRefunded(formatMoney(refunded), formatMoney(paid))
  const sentence = { PartiallyRefunded: partly, Refunded: words.refunded, Reversed: words.reversed }[status]
  return (
    <div className={afterBill}>
      <Banner tone="warning" title={words.statuses[status]}>
        {sentence}
      </Banner>
    </div>
  )
}

const Facts = ({ bill, payment }: { bill: PublicBill; payment: PublicPayment }) => {
  const { t, lang } = useWords()
  const words = receiptWords[lang]
  const congregation = bill.congregation?.name
  return (
    <dl className={facts}>
      <Fact name={words.number} value={payment.receiptNumber} />
      <Fact name={words.day} value={formatDayIn(lang, payment.receivedOn)} />
      {payment.paidBy && <Fact name={words.from} value={payment.paidBy.name} />}
      <Fact name={payment.paidBy ? words.payor : words.from} value={bill.payerName} />
      {congregation && congregation !== bill.payerName && <Fact name={t.congregation} value={congregation} />}
      <Fact name={words.what} value={bill.program.name} />
      <Fact name={words.period} value={formatDayIn(lang, bill.period)} />
      <Fact name={words.bill} value={bill.code} />
      {payment.method && <Fact name={words.method} value={words.paidBy[payment.method]} />}
      {payment.reference && <Fact name={words.reference} value={payment.reference} />}
    </dl>
  )
}

const Receipt = ({ bill, payment, ...view }: Shown & { bill: PublicBill; payment: PublicPayment }) => {
  const { t, lang } = useWords()
  const words = receiptWords[lang]
  const isOpen = bill.balance > 0
  const [open, day] = [formatMoney(bill.balance), formatDayIn(lang, bill.dueDate)]
  const next = nextOfBill(lang, bill)
  const stillLate = bill.daysLeft < 0 && !next
  const stillOpen = stillLate ? words.stillLate(open, day, distanceOf(t, bill.daysLeft)) : words.stillOpen(open, day, next)
  return (
    <section className={section} aria-label={words.titleOf(payment.receiptNumber)}>
      <div className={head}>
        <h1 className={forWhat}>{words.title}</h1>
        <span className={payment.status === 'Completed' ? tag : `${tag} ${tagOff}`}>{words.statuses[payment.status]}</span>
      </div>
      <p className={amount}>{formatMoney(payment.amount)}</p>
      <p className={line}>{isOpen ? stillOpen : words.paidInFull}</p>
      {payment.kept > 0 && <p className={line}>{words.kept(formatMoney(payment.kept))}</p>}
      {payment.paidBy && <p className={line}>{paidByWords[lang](payment.paidBy.name)}</p>}
      <TakenBack payment={payment} />
      <Facts bill={bill} payment={payment} />
      <div className={`${actions} ${onlyScreen}`}>
        <span hidden>
          <button type="button" id="print" className={button}>
            <Printer size={16} />
            {words.print}
          </button>
        </span>
        <a className={button} href={choosePath(linkOf(view))}>
          {isOpen ? words.viewAndPay : words.viewBill}
        </a>
      </div>
      {view.proof && (
        <a className={`${receiptLink} ${onlyScreen}`} href={view.langChosen ? `${view.proof}?lang=${lang}` : view.proof}>
          {words.proof}
        </a>
      )}
    </section>
  )
}

const Content = ({ bill, payment, ...view }: Shown) => {
  if (view.failed) return <LoadFailed reason="server" href={receiptPath(linkOf(view), view.paymentId)} />
  // Nothing else is shown of an archived bill (R67).
  if (bill && !isPublic(bill))
    return (
      <section className={section}>
        <StatusBanner message="archived" />
      </section>
    )
  return bill && payment ? <Receipt {...view} bill={bill} payment={payment} /> : <NotFound />
}

export const titleOf = ({ lang, bill, payment, failed }: Shown): string => {
  const { t } = wordsIn(lang)
  if (failed) return t.failedToLoad
  if (bill && !isPublic(bill)) return t.banners.archived[0]
  return bill && payment ? `${receiptWords[lang].titleOf(payment.receiptNumber)} · ${bill.networkLabel ?? bill.network.name}` : t.notFound
}

/** The page's body. Only the server renders it, and only its Print button needs script. */
export const ReceiptPage = (view: Shown) => {
  const of = isPublic(view.bill) && view.payment ? view.bill : null
  return (
    <WordsContext value={wordsIn(view.lang)}>
      <Frame
        network={of ? (of.networkLabel ?? of.network.name) : null}
        contact={of?.contact}
        langHref={(lang) => receiptPath({ ...linkOf(view), lang, langChosen: true }, view.paymentId)}
      >
        <Content {...view} />
      </Frame>
    </WordsContext>
  )
}
