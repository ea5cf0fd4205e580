import type { ReactNode } from 'react'
import type { PublicBill, PublicMethods } from '../../../modules/bills/contract.ts'
import { fieldValue, type ManualMethod, methodOf, nameOf, type PayorField } from '../../../modules/kernel/payment-methods.ts'
import { withBreaks } from '../../../modules/shared/breakable.ts'
import { memoOf } from '../../../modules/shared/memo.ts'
import { onlyScreen, secondary } from '../base.css.ts'
import { panelTitle, row, rowLabel, rows, steps } from '../controls.css.ts'
import { payPath } from '../links.ts'
import { useHydrated } from '../use-hydrated.ts'
import { formatMoney } from '../words/format.ts'
import type { Messages } from '../words/messages-en.ts'
import { useWords } from '../words/words.ts'
import { afterBill, slip } from './bill.css.ts'
import { dueOf } from './bill-state.ts'
import { CopyButton } from './copy-button.tsx'
import { methodTabId, PANEL_ID } from './method-tabs.tsx'

export type Instruction = { label: string; value: string }

const wayOf = (method: ManualMethod) => {
  const name = nameOf(method)
  return name && methodOf(name)
}

const hasMemo = (method: ManualMethod): boolean => wayOf(method)?.memo === true

export const detailsOf = (t: Messages, method: ManualMethod, methods: PublicMethods): Instruction[] => {
  const way = wayOf(method)
  return (way?.toPayor ?? []).flatMap((key) => {
    const field = way?.fields[key]
    const value = field && fieldValue(methods[method], key, field)
    return value ? [{ label: t.fields[key as PayorField], value }] : []
  })
}

/** The texts that the payor copies: the method's details, then the memo that identifies the payment. */
export const instructionsOf = (t: Messages, method: ManualMethod, methods: PublicMethods, bill: PublicBill): Instruction[] => [
  ...detailsOf(t, method, methods),
  { label: hasMemo(method) ? t.memo : t.note, value: memoOf(bill.code, bill.payerName) },
]

const Breakable = ({ value }: { value: string }) => withBreaks(value, (place) => <wbr key={place} />)

type Shown = { bill: PublicBill; method: ManualMethod; methods: PublicMethods }
/** `whole`: the payor pays the whole balance, not the next part of a plan. */
type Paying = Shown & { whole: boolean }

/** The method's details and the memo: with buttons to copy them, or as text after the payment. */
export const Details = ({ bill, method, methods, copies }: Shown & { copies: boolean }) => {
  const { t } = useWords()
  return (
    <ul className={rows}>
      {instructionsOf(t, method, methods, bill).map(({ label, value }) => (
        <li key={label} className={row}>
          <p>
            <span className={rowLabel}>{label}</span>
            <Breakable value={value} />
          </p>
          {copies && <CopyButton label={label} value={value} />}
        </li>
      ))}
    </ul>
  )
}

/** For print: all methods except Stripe's. */
export const PrintedMethods = ({ shown, whole, ...of }: Omit<Paying, 'method'> & { shown: ManualMethod[] }) => {
  const { t } = useWords()
  const hydrated = useHydrated()
  const online = hydrated && (of.bill.paymentProfile?.chargesEnabled ?? false)
  return (
    <>
      {shown.map((method) => (
        <div key={method} className={`${slip} ${afterBill}`}>
          <h2>{t.methods[method].send(formatMoney(dueOf(of.bill, whole)))}</h2>
          <p className={secondary}>{t.methods[method].steps}</p>
          <Details {...of} method={method} copies={false} />
          {hasMemo(method) && <p className={secondary}>{`${t.memoRequest} ${t.memoSaysBoth}`}</p>}
        </div>
      ))}
      {online && <p className={`${slip} ${afterBill}`}>{`${t.payOnline} ${location.origin}${payPath(of.bill.id)}`}</p>}
    </>
  )
}

/** Instructions for one method, step by step, then the form that marks the payment as sent. */
export const MethodPanel = ({ children, whole, ...of }: Paying & { children: ReactNode }) => {
  const { t } = useWords()
  const { bill, method } = of
  const words = t.methods[method]
  const amount = formatMoney(dueOf(bill, whole))
  const asksMemo = hasMemo(method)
  const panel = useHydrated() ? { role: 'tabpanel', 'aria-labelledby': methodTabId(method) } : {}
  return (
    <div id={PANEL_ID} {...panel}>
      <h2 className={panelTitle}>{words.send(amount)}</h2>
      <ol className={steps}>
        <li>
          {t.copyThese}
          <Details {...of} copies />
        </li>
        <li>
          {[t.sendWith(amount, asksMemo ? t.memo : t.note), words.steps, asksMemo && t.memoRequest, asksMemo && t.memoSaysBoth]
            .filter(Boolean)
            .join(' ')}
        </li>
        <li className={onlyScreen}>{t.comeBack(t.markAsSent)}</li>
      </ol>
      {children}
    </div>
  )
}
