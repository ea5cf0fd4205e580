import { LocalDate } from './date-schemas.ts'
import { addDays } from './dates.ts'

/** Months by the first three letters of their English and Spanish names. */
const MONTHS: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12 },
  ...{ ene: 1, abr: 4, ago: 8, dic: 12 },
}
/** Day 0 of spreadsheets. It is one day early, since the spreadsheets' calendar has a 29th of February 1900. */
const DAY_ZERO = LocalDate.parse('1899-12-30')
/** Days from 1927 to 2118 as spreadsheet numbers. They have five digits; a number of four digits can only be a year. */
const SERIAL = /^[1-7]\d{4}(?:\.\d+)?$/
const TIME = /[ T]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/i

type Order = Readonly<{ dayFirst: boolean }>
/** A day. `isGuess`: the cell could also mean another day. */
type ReadDay = Readonly<{ day: LocalDate; isGuess: boolean }>

/** As in spreadsheets, 29 means 2029, and 30 means 1930. */
const fullYear = (year: string): number => (year.length > 2 ? Number(year) : Number(year) + (Number(year) < 30 ? 2000 : 1900))

const built = (year: string, month: number, day: string, isGuess = false): ReadDay | null => {
  const text = `${String(fullYear(year)).padStart(4, '0')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = LocalDate.safeParse(text)
  return read.success && text >= '1850-01-01' && text <= '2200-01-01' ? { day: read.data, isGuess: isGuess || year.length < 3 } : null
}

/** Reads 1980-04-23, 4/23/1980, 23.04.1980, 23-Apr-1980, April 23, 1980, or 29334; with or without a time (R50). */
export const readDay = (cell: string, { dayFirst }: Order): ReadDay | null => {
  const text = cell.includes(':') ? cell.trim().replace(TIME, '') : cell.trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^((?:18|19|20|21)\d{2})(\d{2})(\d{2})$/.exec(text)
  if (iso) return built(iso[1] ?? '', Number(iso[2]), iso[3] ?? '')
  if (SERIAL.test(text)) return { day: addDays(DAY_ZERO, Math.floor(Number(text))), isGuess: true }
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)
  if (numbers) {
    const [, first = '', sign, second = '', year = ''] = numbers
    const monthFirst = () => built(year, Number(first), second)
    const inDays = () => built(year, Number(second), first)
    return sign === '.' || dayFirst ? (inDays() ?? monthFirst()) : (monthFirst() ?? inDays())
  }
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+(?:de )?(\p{L}{3,})\.?,?[-/. ]+(?:de )?(\d{4}|\d{2})$/iu.exec(text)
  const american = /^(\p{L}{3,})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/iu.exec(text)
  const [day = '', month = '', year = ''] = named ? named.slice(1) : american ? [american[2], american[1], american[3]] : []
  const number = MONTHS[month.slice(0, 3).toLowerCase()]
  return number === undefined ? null : built(year, number, day)
}

/** Decides from all dates of a file if the day or the month comes first. */
export const dateOrder = () => {
  let daysFirst = ''
  let monthsFirst = ''
  let either = ''
  return {
    saw: (cell: string): void => {
      const numbers = /^\s*(\d{1,2})[-/](\d{1,2})[-/]\d{2,4}\b/.exec(cell)
      const [first, second] = [Number(numbers?.[1]), Number(numbers?.[2])]
      if (!numbers || first === second) return
      if (first > 12) daysFirst ||= cell.trim()
      else if (second > 12) monthsFirst ||= cell.trim()
      else either ||= cell.trim()
    },
    dayFirst: (): boolean => daysFirst !== '' && monthsFirst === '',
    warnings: (): string[] => {
      if (either === '' || (monthsFirst !== '' && daysFirst === '')) return []
      if (daysFirst !== '' && monthsFirst === '')
        return [`Dates such as ${either} were read as day, month, year, since ${daysFirst} can mean nothing else.`]
      return [`Dates such as ${either} were read as month, day, year.`]
    },
  }
}
