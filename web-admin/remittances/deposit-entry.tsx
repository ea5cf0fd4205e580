import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Deposit } from '../../modules/deposits/contract.ts'
import { formatMoney, sumDollars, toCents, toDollars } from '../../modules/kernel/money.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'
import { errorMessage, formMessage } from '../domain/api/error-message.ts'
import { payerLabel } from '../domain/payment/remittance-words.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { muted, overdue, small } from '../ui/text.css.ts'
import { useRested } from '../ui/use-rested.ts'
import { findBills, useFoundBills } from './calls.ts'
import { useEnter } from './deposit-calls.ts'
import * as styles from './deposits.css.ts'
import { type OfferedBill, offered } from './draft.ts'
import { Finder, type Option } from './finder.tsx'
import { codesIn } from './pasted-codes.ts'

const REST = 200
const CHECK = 'check'
const CASH = 'cash'

const openOn = (bills: readonly OfferedBill[]): number => sumDollars(bills.map(({ balance }) => balance))
const nameOf = ([first, ...others]: readonly OfferedBill[]): string =>
  first === undefined ? '' : others.length === 0 ? `${first.payor}, ${first.program}` : `${first.payor} and ${others.length} more`

type BillOption = Option & { bill: OfferedBill }
const optionOf = (bill: OfferedBill): BillOption => ({
  ...{ key: bill.id, title: bill.payor, bill, sum: `${formatMoney(bill.balance)} open` },
  subtitle: [bill.program, bill.code].join(' · '),
})

type WhoseProps = { typed: string; onTyped: (typed: string) => void; field: RefObject<HTMLInputElement | null>; problem: string | undefined } & {
  onBills: (bills: readonly OfferedBill[]) => void
  onProblem: (problem: string) => void
}

/** The bills that a check pays: by one code or several, or by a name. */
const WhoseBills = ({ typed, onTyped, field, problem, onBills, onProblem }: WhoseProps) => {
  const words = useRested(typed.trim(), REST)
  const [looking, setLooking] = useState(false)
  const isList = codesIn(typed).length > 0
  const found = useFoundBills(isList ? '' : words)
  const bills = (found.data?.data ?? []).filter(({ status, balance }) => status !== 'Archived' && balance > 0).map(offered)
  const look = async (codes: readonly string[]) => {
    setLooking(true)
    try {
      const { bills: known, unknown } = await findBills(codes.map((code) => ({ code })))
      if (unknown.length > 0) onProblem(unknown.map(({ why }) => why).join(' '))
      else onBills(known)
    } catch (error) {
      onProblem(errorMessage(error, 'view', 'assessment bill'))
    } finally {
      setLooking(false)
    }
  }
  return (
    <Finder
      field={field}
      label="Code or name"
      hint="Several codes for one check are separated by spaces."
      problem={problem}
      typed={typed}
      onTyped={onTyped}
      options={isList || typed.trim() === '' ? [] : bills.map(optionOf)}
      searching={looking || (!isList && typed.trim() !== '' && (words !== typed.trim() || found.isFetching))}
      none={
        found.error
          ? errorMessage(found.error, 'view', 'assessment bill')
          : isList
            ? 'Press Enter to find the bills with these codes.'
            : 'No open bill matches.'
      }
      onChoose={({ bill }) => onBills([bill])}
      onEnter={(text) => {
        const codes = codesIn(text).map(({ code }) => code)
        if (codes.length === 0) return false
        void look(codes)
        return true
      }}
    />
  )
}

/** One bill takes the whole amount. Several take their balances in turn, as far as the money reaches. */
const allocationsOf = (bills: readonly OfferedBill[], cents: number) => {
  let left = cents
  return bills.flatMap(({ id, balance }, i) => {
    const part = i === bills.length - 1 ? left : Math.min(left, toCents(balance))
    left -= part
    return part > 0 ? [{ billId: id, amount: toDollars(part) }] : []
  })
}

/** Enters the checks of a deposit one after the other: code or name, amount, check number, each followed by Enter. */
export const DepositEntry = ({ deposit: { id, day } }: { deposit: Deposit }) => {
  const whose = useRef<HTMLInputElement>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const reference = useRef<HTMLInputElement>(null)
  const enter = useEnter()
  const [typed, setTyped] = useState('')
  const [bills, setBills] = useState<readonly OfferedBill[]>([])
  const [amount, setAmount] = useState('')
  const [number, setNumber] = useState('')
  const [method, setMethod] = useState<typeof CHECK | typeof CASH>(CHECK)
  const [problems, setProblems] = useState<Readonly<{ whose?: string; amount?: string }>>({})
  const [last, setLast] = useState<string | null>(null)
  // At once, since a key that is pressed too early would change the wrong field.
  const focus = (field: RefObject<HTMLInputElement | null>) => field.current?.focus()
  useLayoutEffect(() => {
    if (bills.length === 0) return
    amountField.current?.focus()
    amountField.current?.select()
  }, [bills])

  const choose = (chosen: readonly OfferedBill[]) => {
    setBills(chosen)
    setTyped(chosen.map(({ code }) => code).join(' '))
    setAmount(openOn(chosen).toFixed(2))
    setProblems({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (enter.isPending) return
    const { cents, problem } = readMoney(amount)
    if (bills.length === 0) {
      setProblems({ whose: 'Type a code or a name, and press Enter' })
      return focus(whose)
    }
    if (cents === null) {
      setProblems({ amount: problem ?? 'Amount must be a positive number' })
      return focus(amountField)
    }
    const body = { amount: toDollars(cents), method, reference: number.trim() || null, receivedOn: day, depositId: id }
    enter.mutate(
      { ...body, allocations: allocationsOf(bills, cents) },
      {
        onSuccess: (remittance) => {
          setLast(`${formatMoney(remittance.amount)} of ${payerLabel(remittance)} recorded`)
          setBills([])
          setTyped('')
          setAmount('')
          setNumber('')
          setProblems({})
          focus(whose)
        },
      },
    )
  }
  return (
    <form
      className={styles.entry}
      noValidate
      aria-label="Enter a payment"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== amountField.current) return
        event.preventDefault()
        focus(reference)
      }}
    >
      <div className={styles.whose}>
        <WhoseBills
          field={whose}
          typed={typed}
          problem={problems.whose}
          onTyped={(text) => {
            setTyped(text)
            setBills([])
            setProblems({})
            enter.reset()
          }}
          onBills={choose}
          onProblem={(problem) => setProblems({ whose: problem })}
        />
        {bills.length > 0 && <p className={`${small} ${muted}`}>{`${nameOf(bills)} · ${formatMoney(openOn(bills))} open`}</p>}
      </div>
      <MoneyField ref={amountField} label="Amount" typed={amount} problem={problems.amount} onTyped={setAmount} />
      <TextField
        ref={reference}
        label={method === CHECK ? 'Check number' : 'Note'}
        maxLength={200}
        autoComplete="off"
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      <SelectField label="Method" value={method} onChange={({ target }) => setMethod(target.value === CASH ? CASH : CHECK)}>
        <option value={CHECK}>Check</option>
        <option value={CASH}>Cash</option>
      </SelectField>
      <div className={styles.enter}>
        <Button type="submit" variant="primary" busy={enter.isPending} busyText="Recording...">
          Enter Payment
        </Button>
        <p role="status" className={muted}>
          {last}
        </p>
        {enter.error && (
          <p className={overdue} role="alert">
            {formMessage(enter.error, 'record', 'payment')}
          </p>
        )}
      </div>
    </form>
  )
}
