import type { ClipboardEvent } from 'react'
import { formatMoney, toDollars } from '../../modules/kernel/money.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'
import { TextField, type TextFieldProps } from './field.tsx'

type Props = Omit<TextFieldProps, 'type' | 'inputMode' | 'start' | 'value'> & {
  /** What stands in the field now. */
  typed: string
  /** Where a form keeps it otherwise, what it registers is spread into the field instead. */
  onTyped?: (typed: string) => void
}

/** As amounts are shown everywhere: read in no other way. */
const isPlain = (typed: string): boolean => /^\d*(?:\.\d{0,2})?$/.test(typed.trim())

/** A field of one line drops line ends, which would make one amount of several. */
const keepLinesApart = (event: ClipboardEvent<HTMLInputElement>): void => {
  const text = event.clipboardData.getData('text').trim()
  if (!/[\r\n]/.test(text)) return
  event.preventDefault()
  document.execCommand('insertText', false, text.replace(/\s*[\r\n]+\s*/g, ' / '))
}

/** Every amount of dollars is typed here, as text: the wheel changes nothing, and what is read differently from how it looks is shown (R233). */
export const MoneyField = ({ typed, onTyped, hint, problem, ...field }: Props) => {
  const { cents } = isPlain(typed) ? { cents: null } : readMoney(typed)
  const read = cents === null || problem ? hint : `Read as ${formatMoney(toDollars(cents))}`
  return (
    <TextField
      start="$"
      inputMode="decimal"
      // Scripts and aids read the smallest amount here; in a field of text the browser does not act on it.
      step="0.01"
      min="0.01"
      autoComplete="off"
      onPaste={keepLinesApart}
      {...field}
      {...(onTyped && { value: typed, onChange: ({ target }) => onTyped(target.value) })}
      hint={read}
      problem={problem}
    />
  )
}
