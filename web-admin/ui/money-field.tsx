import type { ClipboardEvent } from 'react'
import { formatMoney, toDollars } from '../../modules/kernel/money.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'
import { TextField, type TextFieldProps } from './field.tsx'

type Props = Omit<TextFieldProps, 'type' | 'inputMode' | 'start' | 'value'> & {
  /** The field's text. */
  typed: string
  /** Absent if react-hook-form reads the field's text itself. */
  onTyped?: (typed: string) => void
}

/** True if the text can be read in one way only, in any country's format. */
const isPlain = (typed: string): boolean => /^\d*(?:\.\d{0,2})?$/.test(typed.trim())

/**
 * Replaces line breaks by slashes: a text field would remove them, which would join several pasted amounts into one.
 */
const keepLinesApart = (event: ClipboardEvent<HTMLInputElement>): void => {
  const text = event.clipboardData.getData('text').trim()
  if (!/[\r\n]/.test(text)) return
  event.preventDefault()
  document.execCommand('insertText', false, text.replace(/\s*[\r\n]+\s*/g, ' / '))
}

/**
 * A field for dollars. It is a text field, so that the mouse wheel does not change it, and it shows how an unusual
 * amount is read (R117).
 */
export const MoneyField = ({ typed, onTyped, hint, problem, ...field }: Props) => {
  const { cents } = isPlain(typed) ? { cents: null } : readMoney(typed)
  const read = cents === null || problem ? hint : `Read as ${formatMoney(toDollars(cents))}`
  return (
    <TextField
      start="$"
      inputMode="decimal"
      // These attributes are for scripts and assistive technology; a text field itself ignores them.
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
