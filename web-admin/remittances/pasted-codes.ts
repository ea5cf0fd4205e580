import { CODE_LENGTH, CODE_SIGNS } from '../../modules/kernel/code-signs.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'

const CODE = new RegExp(`^[${CODE_SIGNS}]{${CODE_LENGTH}}$`)
const WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu
/** A sum with cents. Other numbers on a check stub are dates, check numbers or quantities. */
const SUM = /(?<![\d.,])\$? ?(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2}(?![\d.,]*\d)/g

export type PastedCode = Readonly<{ code: string; amount: number | null }>

/** A code, or a mistyped one: letters and digits of about that length. Words in lower case are names. */
const codeIn = (word: string): string | null => {
  const plain = word.replaceAll('-', '')
  const code = plain.toUpperCase()
  const hasDigit = /\d/.test(code)
  if (CODE.test(code)) return hasDigit || plain === code ? code : null
  return hasDigit && /[A-Z]/.test(code) && Math.abs(code.length - CODE_LENGTH) <= 1 ? code : null
}

/**
 * The codes of bills in a list, such as that of a check stub, with any separators. If a line has one code and one sum,
 * the sum (in cents) is the bill's.
 */
export const codesIn = (text: string): PastedCode[] => {
  const found = text.split(/[\r\n]+/).flatMap((line) => {
    const codes = (line.match(WORD) ?? []).flatMap((word) => codeIn(word) ?? [])
    const sums = line.match(SUM) ?? []
    const amount = codes.length === 1 && sums.length === 1 ? readMoney(sums[0] ?? '').cents : null
    return codes.map((code): PastedCode => ({ code, amount }))
  })
  return found.filter(({ code }, i) => found.findIndex((other) => other.code === code) === i)
}
