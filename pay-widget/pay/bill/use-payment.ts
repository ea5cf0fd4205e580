import { useRef, useState } from 'react'
import type { StripeMethod } from '../../../modules/bills/contract.ts'
import { sumDollars } from '../../../modules/kernel/money.ts'
import type { Intent } from '../../../modules/payments/contract.ts'
import { ApiError, type Bills, createIntent, type Keeping, sentenceOf } from '../api.ts'
import { isPublic, type Lang } from '../view.ts'
import { formatMoney } from '../words/format.ts'
import { type Said, useWords } from '../words/words.ts'
import { dueOf, offeredMethods, statusMessage } from './bill-state.ts'
import type { BillOnPage } from './use-bill.ts'
import { useOnce } from './use-once.ts'
import { type Taken, useTaken } from './use-taken.ts'
import type { Together } from './use-together.ts'

/** The result of confirming a payment with Stripe.js. */
export type Outcome =
  | { kind: 'taken'; status: 'succeeded' | 'processing' }
  /** Without a message if Stripe's form itself shows the error. `uncharged`: Stripe says that it took no money. */
  | { kind: 'refused'; message?: string | undefined; isReported?: boolean; uncharged?: boolean }
  /** The intent can no longer be paid, so a new one is needed. */
  | { kind: 'void' }
  /**
   * Another visitor has changed the bill's intent: paying would save the method for that visitor, or the intent is now
   * for another method.
   */
  | { kind: 'moved' }

/** The address that a guest has entered for the receipt, and the sentence that says where the receipt goes. */
export type Receipt = { to: string | undefined; isWrong: () => boolean; said: (lang: Lang) => string }

/** The payor's way to pay: with Stripe's form, which is filled in, or with a saved method. */
export type Charge = {
  method: StripeMethod
  /** The amount that the page shows. */
  balance: number
  keeping: Keeping
  validate?: () => Promise<Outcome | null>
  confirm: (intent: Intent) => Promise<Outcome>
}

export type Payment = {
  form: { method: StripeMethod; intent: Intent; balance: number } | null
  /** The reason why there is no form to pay with. */
  failed: string | null
  /** Why the last payment was refused. */
  problem: string | null
  /** A message about changes of the bill since the page was rendered. */
  changed: string | null
  busy: boolean
  taken: Taken | null
  receipt: { current: Receipt | null }
  /** The saved method of the last payment. */
  paidBy: { current: string | undefined }
  open: (method: StripeMethod, balance: number, again?: boolean) => void
  fail: () => void
  /** Removes the error of the last payment. */
  forget: () => void
  pay: (charge: Charge) => void
}

type Shown = { failed: Said | null; problem: Said | null; changed: Said | null }
type Compared = 'same' | 'changed' | 'unknown'

/** Opens Stripe's form, and requests the bill's intent for it. */
const useForm = (bills: Bills, whole: boolean, compare: (balance: number) => Promise<Compared>, report: (more: Partial<Shown>) => void) => {
  const { lang } = useWords()
  const [form, setForm] = useState<Payment['form']>(null)
  /**
   * The key (method, amount and bills) of the form that was opened last. A bill has only one intent, which is for the
   * latest request, so calls run one after the other.
   */
  const wanted = useRef<string | null>(null)
  const calls = useRef<Promise<unknown>>(Promise.resolve())
  /**
   * The last request for an intent, with its answer. The same request is not sent twice, since the number of calls is
   * limited.
   */
  const asked = useRef<{ purpose: string; intent: Intent } | null>(null)

  const keyOf = (method: StripeMethod, amount: number) => [method, amount, ...bills.ids].join(' ')

  const intentFor = async (method: StripeMethod, balance: number, keeping: Keeping): Promise<Intent> => {
    const purpose = [method, balance, lang, ...Object.keys(keeping), ...bills.ids].join(' ')
    if (asked.current?.purpose === purpose) return asked.current.intent
    // Until the answer comes, the intent may be for the old or the new purpose.
    asked.current = null
    const intent = await createIntent(bills, method, whole, lang, keeping)
    asked.current = { purpose, intent }
    return intent
  }

  const ask = async (key: string, method: StripeMethod, balance: number): Promise<void> => {
    if (wanted.current !== key) return
    try {
      const intent = await intentFor(method, balance, {})
      if (wanted.current !== key) return
      wanted.current = keyOf(method, intent.amount)
      setForm({ method, intent, balance: intent.amount })
      if (intent.amount !== balance) await compare(balance)
    } catch (error) {
      if (wanted.current !== key) return
      const sentence: Said = (t) => sentenceOf(error, t, t.failedToInitialize, t.connectionLost)
      report({ failed: sentence })
      if (!(error instanceof ApiError) || error.status !== 409 || (await compare(balance)) !== 'same') return
      // The method's tab may disappear, and its message with it, so the message is shown for the whole bill.
      if (error.code === 'method-not-enabled') report({ changed: sentence })
    }
  }

  const open = (method: StripeMethod, balance: number, again = false): void => {
    const key = keyOf(method, balance)
    if (wanted.current === key && !again) return
    // Opening the first form keeps `problem`, which may hold a message about the payor's return from the bank.
    report({ failed: null, ...(wanted.current && { problem: null }) })
    wanted.current = key
    if (again) asked.current = null
    setForm(null)
    calls.current = calls.current.then(() => ask(key, method, balance))
  }

  /** The intent for the amount that the page shows; null if the request failed, and its error is shown. */
  const intentToPay = async (method: StripeMethod, balance: number, keeping: Keeping): Promise<Intent | null> => {
    try {
      const asking = calls.current.then(() => intentFor(method, balance, keeping))
      calls.current = asking.catch(() => {})
      const intent = await asking
      if (intent.amount === balance) return intent
      asked.current = null
      if ((await compare(balance)) !== 'changed') report({ problem: (t) => t.paymentFailed })
    } catch (error) {
      const sentence: Said = (t) => sentenceOf(error, t, t.paymentFailed, t.connectionLost)
      if (!(error instanceof ApiError) || error.status !== 409 || (await compare(balance)) !== 'changed') report({ problem: sentence })
    }
    return null
  }

  return [form, open, intentToPay, wanted, asked] as const
}

/** Pays through Stripe. A payment is made once; then the server is notified until the bill shows it. */
export const usePayment = (onPage: BillOnPage, bills: Bills, whole: boolean, renew: Together['renew']): Payment => {
  const { t } = useWords()
  const { bill, read } = onPage
  const [busy, once] = useOnce()
  const [now, setNow] = useState<Shown>({ failed: null, problem: null, changed: null })
  const report = (more: Partial<typeof now>) => setNow((old) => ({ ...old, ...more }))
  const receipt = useRef<Receipt>(null)
  const paidBy = useRef<string>(undefined)

  /** Reads the bill again, and shows what has changed. */
  const compare = async (balance: number): Promise<Compared> => {
    const [fresh, others] = await Promise.all([read(true), renew().catch(() => undefined)])
    if (fresh === undefined || others === undefined) return 'unknown'
    const open = fresh && isPublic(fresh) && !statusMessage(fresh) ? fresh : null
    const due = open && sumDollars([dueOf(open, whole), others])
    if (due === balance) return 'same'
    report({
      changed: (t) => {
        if (due !== null) return t.amountChanged(formatMoney(balance), formatMoney(due))
        return fresh?.status === 'Paid' ? t.paidElsewhere : t.billChanged
      },
    })
    return 'changed'
  }

  const [form, open, intentToPay, wanted, asked] = useForm(bills, whole, compare, report)
  const [taken, settle] = useTaken(bills.ids[0] ?? '', onPage, receipt, wanted, report)

  const charge = async ({ method, balance, keeping, validate, confirm }: Charge): Promise<void> => {
    const refuse = (outcome: Outcome) => {
      if (outcome.kind !== 'refused' || outcome.isReported) return
      const { message, uncharged } = outcome
      report({ problem: (t) => (message ?? t.paymentFailed) + (uncharged ? ` ${t.nothingCharged}` : '') })
    }
    if (receipt.current?.isWrong()) return
    const flaw = await validate?.()
    if (flaw) return void refuse(flaw)
    const bill = await compare(balance)
    if (bill === 'unknown') return report({ problem: (t) => t.connectionLost })
    if (bill === 'changed') return
    let intent = await intentToPay(method, balance, keeping)
    if (!intent) return
    let outcome = await confirm(intent)
    if (outcome.kind === 'moved') {
      asked.current = null
      intent = await intentToPay(method, balance, keeping)
      if (!intent) return
      outcome = await confirm(intent)
    }
    paidBy.current = keeping.savedMethodId
    if (outcome.kind === 'taken') return settle(intent.paymentIntentId, outcome.status)
    if (outcome.kind === 'refused') {
      // If another visitor signs in before the next try, they may change the intent to save their own method, so it
      // must be requested again.
      if (Object.keys(keeping).length > 0) asked.current = null
      return void refuse(outcome)
    }
    asked.current = null
    if ((await compare(balance)) === 'changed') return
    if (keeping.savedMethodId) return report({ problem: (t) => t.paymentFailed })
    report({ changed: (t) => t.formRenewed })
    open(method, balance, true)
  }

  const pay = (by: Charge) =>
    once(async () => {
      report({ problem: null, changed: null })
      await charge(by).catch(() => report({ problem: (t) => t.paymentFailed }))
    })

  // If the method is no longer offered, there is no form.
  const offered = form && isPublic(bill) && offeredMethods(bill.paymentProfile).includes(form.method)
  return {
    form: offered ? form : null,
    taken,
    receipt,
    paidBy,
    busy,
    failed: now.failed?.(t) ?? null,
    problem: now.problem?.(t) ?? null,
    changed: now.changed?.(t) ?? null,
    open,
    fail: () => report({ failed: (t) => t.failedToInitialize }),
    forget: () => report({ problem: null }),
    pay,
  }
}
