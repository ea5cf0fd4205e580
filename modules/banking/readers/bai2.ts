import type { Cents } from '../../kernel/money.ts'
import { type Collector, collector, lineCounter, readStatementDay, refuseFile, type Statement } from './parts.ts'

/** Of one record with its continuations; the text of a line is cut anyway. */
const MOST_CHARACTERS = 20_000

type BaiRecord = { code: string; text: string; line: number }

/** The records with their continuations (88). Some banks write several records on one line. */
const recordsOf = (text: string): BaiRecord[] => {
  const records: BaiRecord[] = []
  const lineAt = lineCounter(text)
  let at = 0
  for (const line of text.split('\n')) {
    for (const part of line.split(/(?<=\/)[ \t]+(?=(?:01|02|03|16|49|88|98|99),)/)) {
      const code = /^\s*(01|02|03|16|49|88|98|99),/.exec(part)?.[1]
      const rest = part.trim()
      if (code && code !== '88') records.push({ code, text: rest.slice(3), line: lineAt(at) })
      else {
        const last = records.at(-1)
        // A line without a code goes on with the text above it.
        if (last && rest !== '' && last.text.length < MOST_CHARACTERS)
          last.text = `${last.text.replace(/\/$/, last.code === '16' ? ' ' : ',')}${code ? rest.slice(3) : rest}`
      }
    }
    at += line.length + 1
  }
  return records
}

/** Amounts are in cents, without a point. */
const centsOf = (text: string): Cents | null => (/^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : null)

/** The fields behind a type code: an amount, and for some types of funds their availability. */
const afterFunds = (fields: readonly string[], at: number): number => {
  const kind = (fields[at] ?? '').trim().toUpperCase()
  if (kind === 'V') return at + 3
  if (kind === 'S') return at + 4
  if (kind === 'D') return at + 2 + 2 * Math.min(fields.length, Number(fields[at + 1]) || 0)
  return at + 1
}

const readBalances = (fields: readonly string[], found: Collector): void => {
  for (let at = 2; at + 1 < fields.length; at = afterFunds(fields, at + 3)) {
    const cents = centsOf(fields[at + 1] ?? '')
    if (fields[at] === '010') found.balances.opening ??= cents
    if (fields[at] === '015') found.balances.closing = cents
  }
}

/** Reads BAI2. The reference of the bank is no id, since banks give many lines the same one. */
export const readBai2 = (text: string): Statement => {
  const found = collector('bai2')
  let asOf = ''
  let groupCurrency = ''
  let hasAccount = false
  for (const { code, text: record, line } of recordsOf(text)) {
    const fields = record.replace(/\/$/, '').split(',')
    if (code === '02') {
      asOf = (fields[3] ?? '').trim()
      groupCurrency = fields[5] ?? ''
    } else if (code === '03') {
      hasAccount = true
      found.sawAccount(fields[0] ?? '')
      found.sawCurrency(fields[1]?.trim() || groupCurrency)
      readBalances(fields, found)
    } else if (code === '16') {
      const type = Number(fields[0])
      const cents = centsOf(fields[1] ?? '')
      const sign = type >= 100 && type < 400 ? 1 : type >= 400 && type < 700 ? -1 : null
      if (sign === null) {
        found.fail(line, 'The type of the transaction is unknown.')
        continue
      }
      const after = afterFunds(fields, 2)
      found.add(line, {
        day: readStatementDay(asOf),
        amount: cents === null ? null : cents * sign,
        texts: [fields.slice(after + 2).join(','), fields[after], fields[after + 1]],
      })
    }
  }
  if (!hasAccount) throw refuseFile('The file has no account. Export the statement as BAI2 again.')
  return found.done()
}
