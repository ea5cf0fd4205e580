import { useState } from 'react'
import { formatMoney } from '../../modules/kernel/money.ts'
import { dueWords } from '../../modules/shared/next-payment.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, PlainButton } from '../ui/button.tsx'
import { useRested } from '../ui/use-rested.ts'
import { type UnknownCode, useFoundBills } from './calls.ts'
import { type OfferedBill, offered } from './draft.ts'
import { Finder, type Option } from './finder.tsx'
import { codesIn, type PastedCode } from './pasted-codes.ts'
import * as styles from './remittances.css.ts'

const REST = 200

type BillOption = Option & { bill: OfferedBill }
const optionOf = (bill: OfferedBill): BillOption => ({
  ...{ key: bill.id, title: bill.payor, bill, sum: `${formatMoney(bill.balance)} open` },
  subtitle: [bill.program, dueWords(bill), bill.code].join(' · '),
})

type Props = { onAdd: (bill: OfferedBill) => void; onCodes: (codes: readonly PastedCode[]) => void }

/** Adds bills by name or code, or by a list of codes. */
export const BillField = ({ onAdd, onCodes }: Props) => {
  const [typed, setTyped] = useState('')
  const words = useRested(typed.trim(), REST)
  const isList = codesIn(typed).length > 0
  const found = useFoundBills(isList ? '' : words)
  const bills = (found.data?.data ?? []).filter(({ status }) => status !== 'Archived').map(offered)
  return (
    <Finder
      label="Add bills"
      hint="Type a name or a code, or paste a list of codes anywhere on this page, for example from a check stub."
      typed={typed}
      onTyped={setTyped}
      options={isList || typed.trim() === '' ? [] : bills.map(optionOf)}
      searching={!isList && typed.trim() !== '' && (words !== typed.trim() || found.isFetching)}
      none={
        found.error
          ? errorMessage(found.error, 'view', 'assessment bill')
          : isList
            ? 'Press Enter to add the bills with these codes.'
            : 'Nothing matches.'
      }
      onChoose={({ bill }) => {
        onAdd(bill)
        setTyped('')
      }}
      onEnter={(text) => {
        const codes = codesIn(text)
        if (codes.length === 0) return false
        onCodes(codes)
        setTyped('')
        return true
      }}
    />
  )
}

type ProblemsProps = { unknown: readonly UnknownCode[]; error: Error | null; onDismiss: () => void; onRetry: () => void }

/** The codes that led to no bill, each with the reason. */
export const CodeProblems = ({ unknown, error, onDismiss, onRetry }: ProblemsProps) => (
  <>
    {error && (
      <Banner tone="failure" title="The codes were not looked up">
        {errorMessage(error, 'view', 'assessment bill')} <PlainButton onClick={onRetry}>Try Again</PlainButton>
      </Banner>
    )}
    {unknown.length > 0 && (
      <Banner tone="warning" title={unknown.length === 1 ? 'One code was not added' : `${unknown.length} codes were not added`}>
        <ul className={styles.names}>
          {unknown.map(({ code, why }) => (
            <li key={code}>{why}</li>
          ))}
        </ul>
        <Button onClick={onDismiss}>Dismiss</Button>
      </Banner>
    )}
  </>
)
