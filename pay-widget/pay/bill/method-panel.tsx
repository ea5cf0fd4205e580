import { Fragment, type ReactNode } from 'react'
import type { PublicBill, PublicMethods } from '../../../modules/bills/contract.ts'
import type { ManualMethod } from '../../../modules/kernel/payment-methods.ts'
import { secondary } from '../base.css.ts'
import { row, rowLabel, rows } from '../controls.css.ts'
import { useHydrated } from '../use-hydrated.ts'
import { formatMoney } from '../words/format.ts'
import { useWords } from '../words/words.ts'
import { afterBill, slip } from './bill.css.ts'
import { amountToShow } from './bill-state.ts'
import { CopyButton } from './copy-button.tsx'
import { hasMemo, instructionsOf } from './instructions.ts'
import { methodTabId } from './method-tabs.tsx'

/** An address that does not fit on the line breaks before its '@' or a dot, not within a word. */
const Breakable = ({ value }: { value: string }) =>
  /^\S+@\S+$/.test(value)
    ? value.split(/(?=[@.])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a word have no identity
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))
    : value

type Shown = { bill: PublicBill; method: ManualMethod; methods: PublicMethods }

const Instructions = ({ bill, method, methods, copies }: Shown & { copies: boolean }) => {
  const { t } = useWords()
  const words = t.methods[method]
  return (
    <>
      <h2>{words.send(formatMoney(amountToShow(bill)))}</h2>
      <p className={secondary}>{words.steps}</p>
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
      {hasMemo(method) && <p className={secondary}>{t.memoRequest}</p>}
    </>
  )
}

/** On paper a card cannot be paid with, so all methods are told that can. */
export const PrintedMethods = ({ shown, ...of }: Omit<Shown, 'method'> & { shown: ManualMethod[] }) =>
  shown.map((method) => (
    <div key={method} className={`${slip} ${afterBill}`}>
      <Instructions {...of} method={method} copies={false} />
    </div>
  ))

/** How to send the money by one method, and below it the form that says it is sent. */
export const MethodPanel = ({ children, ...of }: Shown & { children: ReactNode }) => {
  const panel = useHydrated() ? { role: 'tabpanel', 'aria-labelledby': methodTabId(of.method) } : {}
  return (
    <div id="method-panel" {...panel}>
      <Instructions {...of} copies />
      {children}
    </div>
  )
}
