import { z } from 'zod'
import { LocalDate } from '../kernel/date-schemas.ts'
import { type Cents, fromDollars } from '../kernel/money.ts'
import { isDialable, nameKey, singleSpaced } from '../kernel/names.ts'
import { isVisible, withoutInvisible } from '../kernel/visible.ts'
import type { UploadType } from './contract.ts'
import type { CsvRow } from './csv.ts'
import type { Kind, Person } from './events.ts'

/** A row as it is understood: who it names, and what had to be left out. */
export type PayorRow = Readonly<{
  row: number
  kind: Kind
  nameKey: string
  person: Person
  memberSince: LocalDate | null
  congregation: string | null
  amount: Cents | null
  notes: readonly string[]
}>
export type RejectedRow = Readonly<{ row: number; name: string; error: string; record: readonly string[] }>

const MAX_NAME = 100
const email = z.email()

/** 1990-02-28, 2/28/1990: months before days, as in the United States. */
const readDay = (text: string): LocalDate | null => {
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text)
  const iso = american ? `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}` : text
  const day = LocalDate.safeParse(iso)
  return day.success && day.data >= '1850-01-01' && day.data <= '2200-01-01' ? day.data : null
}

const readAmount = (text: string): Cents | null => {
  const plain = text.replace(/^\$\s*/, '').replace(/,(?=\d{3}(\D|$))/g, '')
  const cents = /^\d+(\.\d{1,2})?$/.test(plain) ? fromDollars(Number(plain)) : null
  return cents && cents > 0 ? cents : null
}

const NAMES = ['firstName', 'lastName', 'name', 'contactName', 'congregation'] as const

/** Files often carry invisible characters that nobody typed; names lose them, with a note. */
const visibleCells = (given: CsvRow['cells']): Readonly<{ cells: CsvRow['cells']; cleaned: boolean }> => {
  const cells = { ...given }
  let cleaned = false
  for (const field of NAMES) {
    const text = given[field]
    if (text === undefined || isVisible(text)) continue
    cells[field] = withoutInvisible(text).trim()
    cleaned = true
  }
  return { cells, cleaned }
}

/** Understands one row (R62): a name is needed, and in a Custom program no wrong amount; what else is not right is dropped with a note. */
export const readRow = ({ row, cells: given, surplus, record }: CsvRow, uploadType: UploadType, customAmounts: boolean): PayorRow | RejectedRow => {
  const individual = uploadType === 'individualMembers'
  const { cells, cleaned } = visibleCells(given)
  const { firstName = '', lastName = '' } = cells
  const name = individual ? singleSpaced(`${firstName} ${lastName}`).trim() : singleSpaced(cells.name ?? '')
  const reject = (error: string): RejectedRow => ({ row, name: name.slice(0, 200) || `Row ${row}`, error, record })

  if (individual && cells.firstName === undefined && cells.lastName === undefined) return reject('The row has too few columns')
  if (individual && !firstName) return reject('First name is required')
  if (individual && !lastName) return reject('Last name is required')
  if (!name) return reject('Name is required')
  if (individual ? firstName.length > MAX_NAME || lastName.length > MAX_NAME : name.length > MAX_NAME)
    return reject(`A name must be ${MAX_NAME} characters or less`)
  if (!nameKey(name)) return reject('The name has no letters')

  const notes: string[] = []
  const drop = (what: string): null => {
    notes.push(what)
    return null
  }
  const amount = cells.amount && customAmounts ? readAmount(cells.amount) : null
  if (cells.amount && customAmounts && amount === null) return reject('Amount must be a positive number')
  if (cells.amount && !customAmounts) drop('the amount was ignored, since everybody owes the same in this program')
  if (cleaned) drop('invisible characters were removed')
  if (surplus > 0) drop('surplus cells were ignored')

  const address =
    cells.email &&
    (email.safeParse(cells.email).success && cells.email.length <= 254 ? cells.email.toLowerCase() : drop('the email is not valid and was left out'))
  const phone =
    cells.phone && (isDialable(cells.phone) && cells.phone.length <= 40 ? cells.phone : drop('the phone number is not valid and was left out'))
  const dob = cells.dob && (readDay(cells.dob) ?? drop('the date of birth is not a date and was left out'))
  const memberSince = cells.memberSince && (readDay(cells.memberSince) ?? drop('"member since" is not a date and was left out'))

  return {
    row,
    kind: individual ? 'individual' : 'congregation',
    nameKey: nameKey(name),
    person: {
      firstName: individual ? firstName : null,
      lastName: individual ? lastName : null,
      name,
      email: address || null,
      phone: phone || null,
      dob: dob || null,
      gender: cells.gender?.slice(0, 40) || null,
      contactName: cells.contactName?.slice(0, MAX_NAME) || null,
    },
    memberSince: memberSince || null,
    congregation: singleSpaced(cells.congregation ?? '').slice(0, MAX_NAME) || null,
    amount,
    notes,
  }
}
