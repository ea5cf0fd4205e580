import type { Cents } from '../../kernel/money.ts'
import { collector, readCents, readStatementDay, refuseFile, type Statement } from './parts.ts'

type Field = { tag: string; value: string; line: number }

/** The fields, such as :61:, each with the lines that follow it. */
const fieldsOf = (text: string): Field[] => {
  const fields: Field[] = []
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.trimEnd()
    const start = /^(?:\{[^{}]{0,100}\})*:(\d{2}[A-Z]?):/.exec(line)
    const last = fields.at(-1)
    if (start?.[1]) fields.push({ tag: start[1], value: line.slice(start[0].length), line: i + 1 })
    else if (/^(?:-\}?|\{|-$)/.test(line)) fields.push({ tag: '', value: '', line: i + 1 })
    else if (last && last.tag !== '' && last.value.length < 5_000) last.value += `\n${line}`
  }
  return fields
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d,]{1,20})/
const TRANSACTION = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?([\d,]{1,20})([A-Z][A-Z\d]{3})([^\n]*)/

/** The text and the name of a :86:. Parts of German banks begin with ?00 to ?99; others write plain text. */
const explained = (value: string): { text: string; name: string } => {
  const flat = value.replaceAll('\n', '')
  if (!/^\d{3}\?/.test(flat)) return { text: value.replaceAll('\n', ' '), name: '' }
  let text = ''
  let name = ''
  for (const part of flat.split('?').slice(1)) {
    const number = Number(part.slice(0, 2))
    if (number === 0) text += `${part.slice(2)} `
    if ((number >= 20 && number <= 29) || (number >= 60 && number <= 63)) text += part.slice(2)
    if (number === 32 || number === 33) name += part.slice(2)
  }
  return { text, name }
}

/** The day of booking has no year; it is within months of the day of value. */
const bookedOn = (value: string, entry: string | undefined) => {
  if (!entry) return readStatementDay(value)
  const turn = Number(value.slice(2, 4)) - Number(entry.slice(0, 2))
  const year = Number(value.slice(0, 2)) + (turn > 6 ? 1 : turn < -6 ? -1 : 0)
  return readStatementDay(`${String(year).padStart(2, '0')}${entry}`)
}

/** Reads MT940. References are no ids: many banks fill them with the same text in every line. */
export const readMt940 = (text: string): Statement => {
  const found = collector('mt940')
  const fields = fieldsOf(text)
  if (!fields.some(({ tag }) => tag === '60F' || tag === '60M'))
    throw refuseFile('The file has no opening balance (:60F:). Export the statement again.')
  for (const [i, { tag, value, line }] of fields.entries()) {
    if (tag === '25') found.sawAccount(value)
    const balance = tag.startsWith('60') || tag.startsWith('62') ? BALANCE.exec(value) : null
    if (balance) {
      const [, sign, , currency = '', amount = ''] = balance
      found.sawCurrency(currency)
      const size = readCents(amount, ',')
      const cents: Cents | null = size !== null && sign === 'D' ? 0 - size : size
      if (tag.startsWith('60')) found.balances.opening ??= cents
      else found.balances.closing = cents
    }
    if (tag !== '61') continue
    const [, day = '', entry, mark = '', amount = '', , rest = ''] = TRANSACTION.exec(value) ?? []
    const next = fields[i + 1]
    const { text: explanation, name } = explained(next?.tag === '86' ? next.value : '')
    const cents = readCents(amount, ',')
    // RC reverses a credit, so the money leaves.
    const leaves = mark === 'D' || mark === 'RC'
    const [reference = ''] = rest.split('//')
    found.add(line, {
      day: bookedOn(day, entry),
      amount: cents !== null && leaves ? 0 - cents : cents,
      texts: [explanation, value.split('\n').slice(1).join(' '), reference === 'NONREF' ? '' : reference],
      counterparty: name,
    })
  }
  return found.done()
}
