import { type CsvError, parse } from 'csv-parse'
import { DomainError } from '../kernel/errors.ts'
import { MAX_UPLOAD_COLUMNS, MAX_UPLOAD_ROWS, type UploadType, uploadTexts } from './contract.ts'

/** The columns that an upload understands. */
export type Column =
  | 'firstName'
  | 'lastName'
  | 'name'
  | 'email'
  | 'phone'
  | 'dob'
  | 'gender'
  | 'memberSince'
  | 'congregation'
  | 'contactName'
  | 'amount'

/** Common wordings, without case, spaces and signs. */
const wordings: Record<Column, readonly string[]> = {
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  name: ['name', 'congregation', 'congregationname', 'church', 'churchname'],
  email: ['email', 'emailaddress', 'mail'],
  phone: ['phone', 'phonenumber', 'mobile', 'cell', 'telephone'],
  dob: ['dob', 'dateofbirth', 'birthdate', 'birthday'],
  gender: ['gender', 'sex'],
  memberSince: ['membersince', 'joined', 'joinedon'],
  congregation: ['congregation', 'congregationname', 'church', 'churchname'],
  contactName: ['contactname', 'contact', 'contactperson'],
  amount: ['amount', 'dues', 'fee'],
}

const columnsOf: Record<UploadType, Readonly<{ required: readonly Column[]; optional: readonly Column[] }>> = {
  individualMembers: { required: ['firstName', 'lastName'], optional: ['email', 'phone', 'dob', 'gender', 'memberSince', 'congregation', 'amount'] },
  congregations: { required: ['name'], optional: ['email', 'phone', 'contactName', 'amount'] },
}

/** A data row: its record number (the header is 1), its cells by column, and how many cells had no column. */
export type CsvRow = Readonly<{ row: number; cells: Partial<Record<Column, string>>; surplus: number }>
/** A whole file, known to be sound. Its rows are made as they are asked for, so that a large one stays small in memory. */
export type CsvTable = Readonly<{ count: number; rows: (from: number, to: number) => CsvRow[]; warnings: readonly string[] }>

/** The header is record 1. */
const FIRST_ROW = 2

const refuse = (message: string) => new DomainError('invalid', 'invalid', message, { issues: [{ path: 'file', message }] })

/** The text of a file: UTF-8 with or without BOM, UTF-16 by its BOM, else Windows-1252. A NUL in it means that it is no text. */
const decode = (bytes: Buffer): string => {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  let text: string
  try {
    text = new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (utf16) throw refuse('The file is not a text file. Please save it as CSV.')
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  if (text.includes('\u0000')) throw refuse('The file is not a text file. Please save it as CSV.')
  return text
}

/** The delimiter that the header uses most, outside quotes. */
const delimiterOf = (text: string): string => {
  const header = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? ''
  const count = (sign: string) => header.split(sign).length
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const readHeader = (header: readonly string[], uploadType: UploadType) => {
  if (header.length > MAX_UPLOAD_COLUMNS) throw refuse(`The file has more than ${MAX_UPLOAD_COLUMNS} columns.`)
  const { required, optional } = columnsOf[uploadType]
  const known = [...required, ...optional]
  const taken = new Set<Column>()
  const columns = header.map((title) => {
    const column = known.find((candidate) => !taken.has(candidate) && wordings[candidate].includes(plain(title)))
    if (column) taken.add(column)
    return column ?? null
  })
  const missing = required.filter((column) => !taken.has(column))
  if (missing.length > 0)
    throw refuse(
      `The file lacks the column ${missing.join(' and ')}. Its columns are: ${header
        .map((title) => title.trim() || '(empty)')
        .join(', ')
        .slice(0, 500)}.`,
    )
  const unknown = header.filter((title, i) => columns[i] === null && title.trim() !== '')
  return { columns, warnings: unknown.map((title) => `Column "${title.trim().slice(0, 100)}" is not known and was ignored.`) }
}

/**
 * Reads an uploaded file into rows, in any column order and case. Large files give way to other requests on the way.
 * @throws DomainError 400 for no text, no rows, no required column, an unclosed quote; 413 for too many rows
 */
export const readCsv = async (bytes: Buffer, uploadType: UploadType): Promise<CsvTable> => {
  const text = decode(bytes)
  if (text.trim() === '') throw refuse(uploadTexts.empty)
  const parser = parse(text, {
    delimiter: delimiterOf(text),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: 1_000_000,
  })
  const records: string[][] = []
  let columns: readonly (Column | null)[] | null = null
  let warnings: readonly string[] = []
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (!columns) {
        ;({ columns, warnings } = readHeader(record, uploadType))
        continue
      }
      if (records.length >= MAX_UPLOAD_ROWS)
        throw new DomainError('too-large', 'too-large', `The file has more than ${MAX_UPLOAD_ROWS.toLocaleString('en-US')} rows.`)
      records.push(record)
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    const { code } = error as CsvError
    throw refuse(code === 'CSV_QUOTE_NOT_CLOSED' ? 'The file has a quotation mark that is never closed.' : 'The file cannot be read as CSV.')
  }
  if (!columns || records.length === 0) throw refuse('The file has no rows below its header.')
  const known = columns
  const rowOf = (record: readonly string[], i: number): CsvRow => {
    const cells: Partial<Record<Column, string>> = {}
    for (const [at, column] of known.entries()) if (column && at < record.length) cells[column] = (record[at] ?? '').trim()
    return { row: i + FIRST_ROW, cells, surplus: Math.max(0, record.length - known.length) }
  }
  return { count: records.length, rows: (from, to) => records.slice(from, to).map((record, i) => rowOf(record, from + i)), warnings }
}
