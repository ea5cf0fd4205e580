import { z } from 'zod'
import { cutText } from '../kernel/cut-text.ts'
import { formatDay, type LocalDate } from '../kernel/dates.ts'
import { readDay } from '../kernel/dates-in-files.ts'
import type { Cents } from '../kernel/money.ts'
import { isDialable, nameKey, singleSpaced } from '../kernel/names.ts'
import { isVisible, withoutInvisible } from '../kernel/visible.ts'
import { readMoney } from '../shared/typed-money.ts'
import type { UploadType } from './contract.ts'
import type { CsvRow } from './csv.ts'
import type { Kind, Person } from './events.ts'

const email = z.email()
const isAddress = (text: string): boolean => email.safeParse(text).success && text.length <= 254

/** The address in a cell, and a note on what was left out. */
type ReadAddress = Readonly<{ address: string; note: string | null }>

/**
 * Reads the first address in a cell such as 'mailto:ruth@example.org', 'Ruth One <ruth@example.org>',
 * 'ruth@example.org; one@example.org' or 'ruth@example.org.'.
 */
const readAddress = (cell: string): ReadAddress | null => {
  if (isAddress(cell)) return { address: cell.toLowerCase(), note: null }
  const parts = cell
    .replaceAll(/mailto:/gi, ' ')
    .split(/[\s,;|/<>()[\]"]+/)
    .map((part) => part.replace(/^[.:'’]+|[.:'’]+$/g, ''))
    .filter(isAddress)
  const [first] = parts
  if (!first) return null
  const address = first.toLowerCase()
  const others = parts.filter((part) => part.toLowerCase() !== address).length
  return { address, note: others > 0 ? 'the cell holds several emails, and the first was taken' : `the email was read as ${address}` }
}

/** A parsed row: the payor in it, and notes on what was left out. */
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
const NAMES = ['firstName', 'lastName', 'name', 'contactName', 'congregation'] as const

/** Removes invisible characters, which files often contain; notes name the affected cells. */
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

/**
 * Parses one row (R47). A row without a name is rejected, and so is one with an invalid amount in a Custom program.
 * Other invalid values are left out with a note.
 */
export const readRow = (
  { row, cells: given, surplus, record, spoilt = [], dayFirst = false }: CsvRow,
  uploadType: UploadType,
  customAmounts: boolean,
): PayorRow | RejectedRow => {
  const individual = uploadType === 'individualMembers'
  const { cells, cleaned } = visibleCells(given)
  const { firstName = '', lastName = '' } = cells
  const name = individual ? singleSpaced(`${firstName} ${lastName}`).trim() : singleSpaced(cells.name ?? '')
  const reject = (error: string): RejectedRow => ({ row, name: cutText(name, 200) || `Row ${row}`, error, record })

  if (individual && cells.firstName === undefined && cells.lastName === undefined) return reject('The row has too few columns')
  if (individual && !firstName) return reject('First name is required')
  if (individual && !lastName) return reject('Last name is required')
  if (!name) return reject('Name is required')
  if (individual ? firstName.length > MAX_NAME || lastName.length > MAX_NAME : name.length > MAX_NAME)
    return reject(`A name must be ${MAX_NAME} characters or less`)
  if (!nameKey(name)) return reject('Enter a name that contains letters')

  const notes: string[] = []
  const drop = (what: string): null => {
    notes.push(what)
    return null
  }
  for (const error of spoilt) drop(`${error} is an error of the spreadsheet and was left out`)
  const typed = cells.amount && customAmounts ? readMoney(cells.amount) : null
  if (typed && typed.problem !== null) return reject(typed.problem)
  if (cells.amount && !customAmounts) drop('the amount was ignored, since everybody owes the same in this program')
  if (cleaned) drop('invisible characters were removed')
  if (surplus > 0) drop('surplus cells were ignored')

  const address = cells.email ? readAddress(cells.email) : null
  if (cells.email && !address) drop('the email is not valid and was left out')
  if (address?.note) drop(address.note)
  const phone =
    cells.phone && (isDialable(cells.phone) && cells.phone.length <= 40 ? cells.phone : drop('the phone number is not valid and was left out'))
  const dayOf = (cell: string | undefined, called: string): LocalDate | null => {
    if (!cell) return null
    const read = readDay(cell, { dayFirst })
    if (!read) return drop(`${called} is not a date and was left out`)
    if (read.isGuess) drop(`${called} ${cell} was read as ${formatDay(read.day)}`)
    return read.day
  }
  const dob = dayOf(cells.dob, 'the date of birth')
  const memberSince = dayOf(cells.memberSince, '"member since"')

  return {
    row,
    kind: individual ? 'individual' : 'congregation',
    nameKey: nameKey(name),
    person: {
      firstName: individual ? firstName : null,
      lastName: individual ? lastName : null,
      name,
      email: address?.address ?? null,
      phone: phone || null,
      dob,
      gender: cutText(cells.gender ?? '', 40) || null,
      contactName: cutText(cells.contactName ?? '', MAX_NAME) || null,
    },
    memberSince,
    congregation: cutText(singleSpaced(cells.congregation ?? ''), MAX_NAME) || null,
    amount: typed?.cents ?? null,
    notes,
  }
}
