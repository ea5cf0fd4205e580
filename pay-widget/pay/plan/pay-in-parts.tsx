import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect, useId, useRef, useState } from 'react'
import type { Plan, PublicBill } from '../../../modules/bills/contract.ts'
import { addDays, type LocalDate } from '../../../modules/kernel/dates.ts'
import { toCents, toDollars } from '../../../modules/kernel/money.ts'
import { formatDayIn } from '../../../modules/shared/day-words.ts'
import { partsOf } from '../../../modules/shared/monthly-parts.ts'
import { ApiError, choosePlan, sentenceOf } from '../api.ts'
import { hintBefore, onlyScreen, secondary, spin } from '../base.css.ts'
import { Banner } from '../bill/banner.tsx'
import { actions, afterBill, fact, facts, late, offer, offerHead } from '../bill/bill.css.ts'
import type { BillOnPage } from '../bill/use-bill.ts'
import { useOnce } from '../bill/use-once.ts'
import { button, check } from '../controls.css.ts'
import { section } from '../page.css.ts'
import { Problem } from '../problem.tsx'
import { useHydrated } from '../use-hydrated.ts'
import type { usePlace } from '../use-place.ts'
import type { Lang } from '../view.ts'
import { formatMoney } from '../words/format.ts'
import { type Said, useWords } from '../words/words.ts'
import { planWords } from './words.ts'

const usePlanWords = () => planWords[useWords().lang]

/** Such as 'Part 2 of 4', for the part that is to be paid next; null if all are paid. */
export const partToPay = ({ plan }: PublicBill, lang: Lang): string | null => {
  const next = plan?.parts.find(({ status }) => status !== 'paid')
  return plan && next ? planWords[lang].partOf(next.n, plan.parts.length) : null
}

/** The parts that a plan of so many parts would have if it were chosen today. */
const partsIf = ({ balance, dueDate, daysLeft }: PublicBill, count: number) => {
  const due = dueDate.slice(0, 10) as LocalDate
  return partsOf(toCents(balance), count, daysLeft < 0 ? addDays(due, -daysLeft) : due)
}

type Row = { n: number; amount: number; dueDate: string } & Partial<Pick<Plan['parts'][number], 'paid' | 'status'>>

const Parts = ({ parts }: { parts: readonly Row[] }) => {
  const { lang } = useWords()
  const words = usePlanWords()
  return (
    <dl className={facts}>
      {parts.map(({ n, amount, dueDate, paid = 0, status }) => (
        <div key={n} className={fact}>
          <dt>
            {words.part(n)} · <time dateTime={dueDate.slice(0, 10)}>{formatDayIn(lang, dueDate)}</time>
          </dt>
          <dd>
            {paid > 0 && paid < amount ? words.paidOf(formatMoney(paid), formatMoney(amount)) : formatMoney(amount)}
            {status === 'paid' && ` · ${words.paid}`}
            {status === 'overdue' && <span className={late}>{` · ${words.missed}`}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type OfferProps = { bill: PublicBill; counts: number[]; busy: boolean; problem: string | null; onChoose: (count: number) => void }

/** The plans from which the payor can choose, with the parts of the picked one. */
const Offer = ({ bill, counts, busy, problem, onChoose }: OfferProps) => {
  const words = usePlanWords()
  const name = useId()
  const [picked, setPicked] = useState<number | null>(null)
  const count = counts.find((one) => one === picked) ?? counts[0] ?? 2
  const plans = counts.map((one) => {
    const amounts = partsIf(bill, one).map(({ amount }) => formatMoney(toDollars(amount)))
    return { one, first: amounts[0] ?? '', last: amounts.at(-1) ?? '' }
  })
  return (
    <details className={offer}>
      <summary className={offerHead}>
        <strong>{words.inParts}</strong> <span className={secondary}>{words.from(plans.at(-1)?.last ?? '')}</span>
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onChoose(count)
        }}
      >
        <fieldset disabled={busy}>
          <legend>{words.number}</legend>
          {plans.map(({ one, first, last }) => (
            <label key={one} className={check}>
              <input type="radio" name={name} checked={one === count} onChange={() => setPicked(one)} />
              {words.parts(one, first, last)}
            </label>
          ))}
        </fieldset>
        <Parts parts={partsIf(bill, count).map(({ amount, dueDate }, i) => ({ n: i + 1, amount: toDollars(amount), dueDate }))} />
        <p className={hintBefore}>{words.once(bill.networkLabel ?? bill.network.name)}</p>
        {problem && <Problem>{problem}</Problem>}
        <button type="submit" className={button} aria-disabled={busy || undefined} aria-busy={busy || undefined}>
          {busy && <LoaderCircle size={16} className={spin} />}
          {busy ? words.choosing : words.choose(count)}
        </button>
      </form>
    </details>
  )
}

type Props = {
  bill: PublicBill
  canPay: boolean
  /** True while a payment is made. */
  paying: boolean
  nav: ReturnType<typeof usePlace>
  read: BillOnPage['read']
}

/** The bill's payment plan, or the plans that are offered. */
export const PayInParts = ({ bill, canPay, paying, nav, read }: Props) => {
  const { t } = useWords()
  const words = usePlanWords()
  const hydrated = useHydrated()
  const [busy, once] = useOnce()
  const [problem, setProblem] = useState<Said | null>(null)
  const [chosen, setChosen] = useState(false)
  const said = useRef<HTMLHeadingElement>(null)
  const { plan, plansOffered, nextDue, balance } = bill
  const isChosen = chosen && plan !== undefined
  // The pressed button is gone, so the plan that replaced it gets the focus.
  useEffect(() => {
    if (isChosen) said.current?.focus()
  }, [isChosen])

  const choose = (count: number) =>
    once(async () => {
      setProblem(null)
      try {
        await choosePlan(bill.id, count)
        await read(true)
        setChosen(true)
      } catch (error) {
        setProblem((): Said => (t) => sentenceOf(error, t, planWords[nav.place.lang].failed, t.connectionLost))
        if (error instanceof ApiError && error.status === 409) await read(true)
      }
    })

  if (!plan)
    return (
      canPay &&
      hydrated &&
      plansOffered && (
        <section className={`${section} ${onlyScreen}`} aria-label={words.inParts}>
          <Offer bill={bill} counts={plansOffered} busy={busy || paying} problem={problem?.(t) ?? null} onChoose={choose} />
        </section>
      )
    )
  const { whole } = nav.place
  const hasChoice = canPay && nextDue && nextDue.amount < balance
  return (
    <section className={section} aria-label={words.yourPlan}>
      <h2 ref={said} tabIndex={-1}>
        {words.yourPlan}
      </h2>
      <Parts parts={plan.parts} />
      {chosen && canPay && (
        <div className={afterBill} role="status">
          <Banner tone="success">{words.chosen}</Banner>
        </div>
      )}
      {hasChoice && (
        <p className={`${actions} ${onlyScreen}`}>
          <a
            className={button}
            href={nav.hrefOf(!whole)}
            aria-disabled={paying || undefined}
            onClick={(event) => {
              event.preventDefault()
              if (!paying) nav.payWhole(!whole)
            }}
          >
            {whole ? words.payNext(formatMoney(nextDue.amount)) : words.payAll(formatMoney(balance))}
          </a>
        </p>
      )}
    </section>
  )
}
