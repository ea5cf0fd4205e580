const first = [
  'Rebekah',
  'Grace',
  'Tobias',
  'Miriam',
  'Caleb',
  'Noemi',
  'Anselm',
  'Judith',
  'Lukas',
  'Phoebe',
  'Silas',
  'Lydia',
  'Ansgar',
  'Tabitha',
  'Jonas',
  'Esther',
]
const last = [
  'Cook',
  'Lindqvist',
  'Okafor',
  'Mendel',
  'Harrow',
  'Castell',
  'Nakamura',
  'Brandt',
  'Ferrand',
  'Abara',
  'Pell',
  'Voss',
  'Quist',
  'Ridley',
  'Sorel',
  'Thorne',
]

const pick = (list: readonly string[], n: number): string => list[n % list.length] ?? ''
const digits = (n: number, width: number): string => String(n).padStart(width, '0')

/** Writes numbers in letters, so that every name is distinct when names are compared. */
const syllables = (n: number): string =>
  n < 26 ? String.fromCharCode(97 + n) : syllables(Math.floor(n / 26) - 1) + String.fromCharCode(97 + (n % 26))

const DAY_MS = 86_400_000
const FIRST_BIRTH = Date.UTC(1900, 0, 1)
/** The number of birthdays, enough to distinguish namesakes. */
const BIRTHDAYS = 40_000

const HEADER = 'firstName,lastName,email,phone,dob,gender,memberSince'

/** A member list with unique addresses and numbers, and unique names unless one is given; `batch` keeps lists apart. */
export const memberCsv = (rows: number, batch: number, name?: string): string => {
  const lines = [HEADER]
  for (let i = 0; i < rows; i += 1) {
    const n = batch * 100_000 + i
    const [given, family] = [pick(first, n), `${pick(last, n >> 4)}${syllables(n)}`]
    const phone = `(${digits(200 + (n % 700), 3)}) ${digits(Math.floor(n / 10_000) % 1000, 3)}-${digits(n % 10_000, 4)}`
    const dob = new Date(FIRST_BIRTH + (n % BIRTHDAYS) * DAY_MS).toISOString().slice(0, 10)
    lines.push(
      `${name ?? `${given},${family}`},${family.toLowerCase()}@m${n % 90}.example.org,${phone},${dob},${n % 2 ? 'F' : 'M'},20${digits(n % 24, 2)}-06-01`,
    )
  }
  return lines.join('\n')
}
