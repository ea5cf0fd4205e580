import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { DomainError } from '../kernel/errors.ts'
import { MAX_UPLOAD_COLUMNS, MAX_UPLOAD_ROWS, type UploadType } from './contract.ts'
import { uploadTexts } from './values.ts'

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

/** Common English and Spanish wordings, without case, accents, spaces and signs. */
const churches = ['congregation', 'congregationname', 'church', 'churchname', 'parish', 'congregacion', 'iglesia', 'parroquia']
const wordings: Record<Column, readonly string[]> = {
  firstName: ['firstname', 'first', 'givenname', 'forename', 'nombre', 'nombres', 'primernombre', 'nombredepila'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'apellido', 'apellidos', 'primerapellido'],
  name: ['name', 'nombre', ...churches, 'nombredelacongregacion', 'nombredelaiglesia'],
  email: ['email', 'emailaddress', 'mail', 'correo', 'correoelectronico', 'direcciondecorreo'],
  phone: [
    ...['phone', 'phonenumber', 'mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'telephone', 'telephonenumber', 'tel'],
    ...['telefono', 'numerodetelefono', 'celular', 'movil', 'telefonomovil', 'telefonocelular'],
  ],
  dob: ['dob', 'dateofbirth', 'birthdate', 'birthday', 'fechadenacimiento', 'fechanacimiento', 'nacimiento'],
  gender: ['gender', 'sex', 'genero', 'sexo'],
  memberSince: ['membersince', 'joined', 'joinedon', 'joindate', 'datejoined', 'miembrodesde', 'fechadeingreso'],
  congregation: churches,
  contactName: ['contactname', 'contact', 'contactperson', 'contacto', 'personadecontacto', 'nombredelcontacto'],
  amount: ['amount', 'dues', 'fee', 'amountdue', 'importe', 'monto', 'cuota'],
}
/** The column that we add to rejected rows: corrected and sent again, it says nothing. */
const REASON = 'reason'

const columnsOf: Record<UploadType, Readonly<{ required: readonly Column[]; optional: readonly Column[] }>> = {
  individualMembers: { required: ['firstName', 'lastName'], optional: ['email', 'phone', 'dob', 'gender', 'memberSince', 'congregation', 'amount'] },
  congregations: { required: ['name'], optional: ['email', 'phone', 'contactName', 'amount'] },
}

/** A data row: its record number (the header is 1), its cells by column, how many cells had no column, and all as it stood. */
export type CsvRow = Readonly<{ row: number; cells: Partial<Record<Column, string>>; surplus: number; record: readonly string[] }>
/** A whole file, known to be sound. Its rows are read as they are asked for, a slice at a time: a file is never whole in memory. */
export type CsvTable = Readonly<{
  header: readonly string[]
  count: number
  slices: number
  slice: (n: number) => Promise<CsvRow[]>
  warnings: readonly string[]
}>

/** The header is record 1. */
const FIRST_ROW = 2
const HEAD_BYTES = 65_536
const MAX_RECORD_CHARACTERS = 1_000_000

const refuse = (message: string) => new DomainError('invalid', 'invalid', message, { issues: [{ path: 'file', message }] })
const noText = () => refuse('The file is not a text file. Please save it as CSV.')

/** UTF-16 of mostly Latin letters has a zero in every second byte, with or without a mark. */
const utf16Of = (head: Buffer): 'utf-16le' | 'utf-16be' | null => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const pairs = Math.floor(Math.min(head.length, 1_000) / 2)
  const zeros = [0, 0]
  for (let i = 0; i < pairs * 2; i += 1) if (head[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (pairs < 2 || Math.max(even, odd) < 0.7 * pairs || Math.min(even, odd) > 0) return null
  return odd > 0 ? 'utf-16le' : 'utf-16be'
}

/** UTF-16, else UTF-8 if all of the file is, else Windows-1252, which anything can be. */
const encodingOf = async (file: string): Promise<string> => {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let first = true
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      const utf16 = first ? utf16Of(chunk) : null
      if (utf16) return utf16
      first = false
      utf8.decode(chunk, { stream: true })
    }
    utf8.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** The text of a file, piece by piece. A NUL in it means that it is no text. */
async function* textOf(file: string, encoding: string, end = Number.POSITIVE_INFINITY): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const whole = end === Number.POSITIVE_INFINITY
  try {
    for await (const chunk of createReadStream(file, { end }) as AsyncIterable<Buffer>) {
      const text = decoder.decode(chunk, { stream: true })
      if (text.includes('\u0000')) throw noText()
      yield text
    }
    if (whole) yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? noText() : error
  }
}

/** The delimiter that the header uses most, outside quotes. */
const delimiterOf = (text: string): string => {
  const header = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.replace(/^[\r\n]+/, ''))?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? ''
  const count = (sign: string) => header.split(sign).length
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

const plain = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const readHeader = (header: readonly string[], uploadType: UploadType) => {
  if (header.length > MAX_UPLOAD_COLUMNS) throw refuse(`The file has more than ${MAX_UPLOAD_COLUMNS} columns.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells other files from texts
  if (header.some((title) => /[\u0001-\u0008\u000e-\u001f]/.test(title))) throw noText()
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
      `The file lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(' and ')}. Its columns are: ${header
        .map((title) => title.trim() || '(empty)')
        .join(', ')
        .slice(0, 500)}.`,
    )
  const unknown = header.filter((title, i) => columns[i] === null && title.trim() !== '' && plain(title) !== REASON)
  return { columns, warnings: unknown.map((title) => `Column "${title.trim().slice(0, 100)}" is not known and was ignored.`) }
}

const sentences: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'The file has a quotation mark that is never closed.',
  CSV_MAX_RECORD_SIZE: 'A row of the file is too long. Is a quotation mark missing?',
}

/** A cell as it was meant: the apostrophe that keeps a spreadsheet from running it is not part of it. */
const meant = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '')

/**
 * Checks an uploaded file from its first byte to its last, in any column order and case, and keeps its records beside it,
 * so that they can be read a slice at a time once nothing is wrong.
 * @param file a path in a folder of the upload's own, whose name with `.rows` is free
 * @throws DomainError 400 for no text, no rows, no required column, an unclosed quote; 413 for too many rows
 */
export const openCsv = async (file: string, uploadType: UploadType, sliceRows: number): Promise<CsvTable> => {
  const encoding = await encodingOf(file)
  let head = ''
  for await (const text of textOf(file, encoding, HEAD_BYTES - 1)) head += text
  const parser = parse({
    delimiter: delimiterOf(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  })

  let header: { titles: readonly string[]; columns: readonly (Column | null)[]; warnings: readonly string[] } | null = null
  let count = 0
  const places: { at: number; bytes: number }[] = []
  const spool = await open(`${file}.rows`, 'wx', 0o600)
  let pending: string[][] = []
  const put = async () => {
    if (pending.length === 0) return
    const at = places.reduce((sum, { bytes }) => sum + bytes, 0)
    const { bytesWritten: bytes } = await spool.write(JSON.stringify(pending), at)
    places.push({ at, bytes })
    pending = []
  }
  try {
    await pipeline(textOf(file, encoding), parser, async (records: AsyncIterable<string[]>) => {
      for await (const record of records) {
        if (!header) {
          header = { titles: record.map((title) => title.trim()), ...readHeader(record, uploadType) }
          continue
        }
        count += 1
        if (count > MAX_UPLOAD_ROWS)
          throw new DomainError('too-large', 'too-large', `The file has more than ${MAX_UPLOAD_ROWS.toLocaleString('en-US')} rows.`)
        pending.push(record)
        if (pending.length === sliceRows) await put()
      }
      await put()
    })
  } catch (error) {
    const { code = '' } = error as Partial<CsvError>
    throw code.startsWith('CSV_') ? refuse(sentences[code] ?? 'The file cannot be read as CSV.') : error
  } finally {
    await spool.close()
  }
  const read = header as { titles: readonly string[]; columns: readonly (Column | null)[]; warnings: readonly string[] } | null
  if (!read && head.trim() === '') throw refuse(uploadTexts.empty)
  if (!read || count === 0) throw refuse('The file has no rows below its header.')

  const rowOf = (record: readonly string[], i: number): CsvRow => {
    const cells: Partial<Record<Column, string>> = {}
    for (const [at, column] of read.columns.entries()) if (column && at < record.length) cells[column] = meant(record[at] ?? '')
    return { row: i + FIRST_ROW, cells, surplus: Math.max(0, record.length - read.columns.length), record }
  }
  return {
    header: read.titles,
    count,
    slices: places.length,
    slice: async (n) => {
      const { at, bytes } = places[n] ?? { at: 0, bytes: 0 }
      const rows = await open(`${file}.rows`)
      try {
        const { buffer } = await rows.read(Buffer.alloc(bytes), 0, bytes, at)
        return (JSON.parse(buffer.toString('utf8')) as string[][]).map((record, i) => rowOf(record, n * sliceRows + i))
      } finally {
        await rows.close()
      }
    },
    warnings: read.warnings,
  }
}
