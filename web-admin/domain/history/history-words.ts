import type { BillStatus } from '../../../modules/bills/contract.ts'
import { billStatusLabels } from '../../../modules/bills/values.ts'
import { formatDay } from '../../../modules/kernel/dates.ts'
import { type Language, languageLabels } from '../../../modules/kernel/language.ts'
import { formatMoney } from '../../../modules/kernel/money.ts'
import { fieldsOf, methodNames, methodOf } from '../../../modules/kernel/payment-methods.ts'
import type { Frequency } from '../../../modules/programs/contract.ts'
import { frequencyLabels } from '../../../modules/programs/values.ts'
import type { HistoryRow } from '../../../modules/shared/history.ts'
import { fieldWords } from '../../../modules/shared/method-words-en.ts'
import { formatMinuteOf } from '../api/network-clock.ts'
import { ladderWords, zoneWords } from '../network/network-words.ts'
import { wantedWords } from '../profile/wanted-words.ts'

type State = HistoryRow['before']
type Row = Pick<HistoryRow, 'before' | 'after'>
/** One changed field; `what` is null for a bill's status and amounts, which need no label. */
export type Change = Readonly<{ what: string | null; from: string | null; to: string | null }>

const statusIn = (state: State): string | null => {
  const status = state?.status
  return typeof status === 'string' && status in billStatusLabels ? billStatusLabels[status as BillStatus] : null
}
const moneyIn = (state: State, name: 'amount' | 'balance'): number | null => {
  const dollars = state?.[name]
  return typeof dollars === 'number' ? dollars : null
}

/** The change of a bill's status, amount and balance in one line; null if none has changed. */
const changeOfBill = (before: State, after: NonNullable<State>): Change | null => {
  const amount = moneyIn(after, 'amount')
  if (!before)
    return { what: null, from: null, to: [statusIn(after), amount === null ? null : formatMoney(amount)].filter((part) => part !== null).join(', ') }
  const from: string[] = []
  const to: string[] = []
  const note = (was: string | null, is: string | null) => {
    if (was === is) return
    if (was !== null) from.push(was)
    if (is !== null) to.push(is)
  }
  note(statusIn(before), statusIn(after))
  const was = moneyIn(before, 'amount')
  const changed = was !== amount
  if (changed) note(was === null ? null : formatMoney(was), amount === null ? null : formatMoney(amount))
  const [owed, open] = [moneyIn(before, 'balance'), moneyIn(after, 'balance')]
  if (!changed && open !== null && owed !== open && open > 0) {
    if (from.length === 0 && owed !== null) from.push(`${formatMoney(owed)} open`)
    to.push(`${formatMoney(open)} open`)
  }
  return to.length === 0 ? null : { what: null, from: from.join(', ') || null, to: to.join(', ') }
}

type Words = readonly [what: string, say?: (value: never) => string]
const day = (value: string): string => formatDay(value)
const inOneLine = (value: string): string => value.replace(/\s*\n\s*/g, ', ')
const listed = (values: readonly string[]): string => new Intl.ListFormat('en-US').format(values)
const either =
  (yes: string, no: string) =>
  (value: boolean): string =>
    value ? yes : no

/**
 * Labels and formats for the fields of a program, a profile, a network and a payor. Fields that are not here are not
 * shown.
 */
const words: Readonly<Record<string, Words>> = {
  name: ['Name'],
  description: ['Description'],
  status: ['Status'],
  frequency: ['Frequency', (value: Frequency) => frequencyLabels[value]],
  type: ['Type'],
  amount: ['Amount', (value: number) => formatMoney(value)],
  dueDate: ['Due date', day],
  launchAt: ['Launch', formatMinuteOf],
  billed: ['Billed up to', day],
  slug: ['Short name'],
  timeZone: ['Time zone', zoneWords],
  embedOrigins: ['Websites', listed],
  reminderDays: ['Reminders', ladderWords],
  senderName: ['Sender name'],
  language: ['Mail language', (value: Language) => languageLabels[value]],
  trackMail: ['Opened mails', either('tracked', 'not tracked')],
  secondFactor: ['Second factor', either('required for Admins', 'not required')],
  contactEmail: ["Contact's e-mail"],
  contactPhone: ["Contact's phone"],
  postalAddress: ['Postal address'],
  congregationsPayForMembers: ['Congregations', either('may pay for their members', 'pay only their own bills')],
  depositsCountedByTwo: ['Deposits', either('counted by two', 'closed by any Admin')],
  mailSeals: ['Daily seal', either('mailed to Admins', 'not mailed')],
  openInvitations: ['Open invitations', (value: number) => String(value)],
  email: ['Email'],
  phone: ['Phone'],
  dob: ['Date of birth', day],
  gender: ['Gender'],
  contactName: ['Contact'],
  memberSince: ['Member since', day],
  'stripe.chargesEnabled': ['Cards by Stripe', either('accepted', 'not accepted yet')],
  'stripe.debitsEnabled': ['Bank debits by Stripe', either('accepted', 'not accepted yet')],
  'stripe.wanted': ['Required by Stripe', (paths: readonly string[]) => listed(wantedWords(paths))],
  ...Object.fromEntries(
    methodNames.flatMap((name): [string, Words][] => [
      [`methods.${name}.isEnabled`, [methodOf(name).label, either('offered', 'not offered')]],
      ...fieldsOf(name).map(([field]): [string, Words] => {
        const { label } = fieldWords[field]
        return [`methods.${name}.${field}`, [label.startsWith(methodOf(name).label) ? label : `${methodOf(name).label}, ${label}`, inOneLine]]
      }),
    ]),
  ),
}

const part = (state: State, path: string): unknown => path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], state)

/** The field's text; null if it is not set. */
const said = (value: unknown, say: (value: never) => string): string | null =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : say(value as never)

const changesOfParts = (before: State, after: NonNullable<State>): Change[] =>
  Object.entries(words).flatMap(([path, [what, say = String]]) => {
    const [was, is] = [part(before, path), part(after, path)]
    // For a new record, switches that are off and counts of zero are not listed as changes.
    if (before === null && (is === false || is === 0)) return []
    const [from, to] = [said(was, say), said(is, say)]
    return from === to ? [] : [{ what, from, to }]
  })

/** The changes of an event, as lines of 'before → after'. */
export const changesOf = ({ before, after }: Row): Change[] => {
  if (!after) return []
  if (!('balance' in after)) return changesOfParts(before, after)
  const change = changeOfBill(before, after)
  return change ? [change] : []
}
