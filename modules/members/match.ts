import type { LocalDate } from '../kernel/dates.ts'
import type { MemberId } from '../kernel/ids.ts'
import { phoneDigits } from '../kernel/names.ts'
import type { Kind, Person } from './events.ts'
import type { PayorRow } from './read-row.ts'

/** Somebody the network knows, or whom an earlier row of the file has brought (`row`). */
export type KnownPayor = Readonly<{
  id: MemberId
  kind: Kind
  nameKey: string
  person: Person
  memberSince: LocalDate | null
  congregationId: MemberId | null
  revision: number
}>

export type Entry = { payor: KnownPayor; row: number | null }
export type Match = Readonly<{ found: Entry | null; ambiguous: boolean }>

const digits = (person: Person): string | null => (person.phone ? phoneDigits(person.phone) : null)
const differs = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b

/**
 * Who a row is (decision 6): e-mail and name, else phone and name, else name and date of birth, else the name alone if
 * only one has it and nothing else differs. Where two could be meant nobody is chosen.
 */
export const matchRow = (candidates: readonly Entry[], { person }: Pick<PayorRow, 'person'>): Match => {
  const by = (key: (of: Person) => string | null): readonly Entry[] => {
    const wanted = key(person)
    return wanted === null ? [] : candidates.filter(({ payor }) => key(payor.person) === wanted)
  }
  for (const same of [by((of) => of.email), by(digits), by((of) => of.dob)]) {
    const [found, another] = same
    if (found) return another ? { found: null, ambiguous: true } : { found, ambiguous: false }
  }
  const compatible = candidates.filter(
    ({ payor }) =>
      !differs(payor.person.email, person.email) && !differs(digits(payor.person), digits(person)) && !differs(payor.person.dob, person.dob),
  )
  const [only] = compatible
  if (only && candidates.length === 1) return { found: only, ambiguous: false }
  // Of several with the name at least one could be meant: choosing would be guessing, and so would be making another.
  return { found: null, ambiguous: compatible.length > 0 }
}

/** What a matched payor becomes: details of the row win, missing ones are filled in, nothing is emptied. Notes say what. */
export const merge = (
  known: KnownPayor,
  row: PayorRow,
  congregationId: MemberId | null,
): { person: Person; memberSince: LocalDate | null; congregationId: MemberId | null; notes: string[] } => {
  const notes: string[] = []
  const { person: before } = known
  const { person: after } = row
  const take = <Value>(label: string, old: Value | null, fresh: Value | null, same = old === fresh): Value | null => {
    if (fresh === null || same) return old
    notes.push(old === null ? `${label} was added` : `${label} was updated`)
    return fresh
  }
  const person: Person = {
    ...before,
    email: take('the email', before.email, after.email),
    phone: take('the phone number', before.phone, after.phone, digits(before) === digits(after)),
    dob: before.dob ?? take('the date of birth', before.dob, after.dob),
    gender: before.gender ?? take('the gender', before.gender, after.gender),
    contactName: take('the contact', before.contactName, after.contactName),
  }
  return {
    person,
    memberSince: known.memberSince ?? take('"member since"', known.memberSince, row.memberSince),
    congregationId: take('the congregation', known.congregationId, congregationId),
    notes,
  }
}
