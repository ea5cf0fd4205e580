import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { dateOrder } from '../kernel/dates-in-files.ts'
import { DomainError } from '../kernel/errors.ts'
import { type Column, csvOptions, type Header, layoutOf, noText, readHeader, refuse, withoutEmptyEnd } from './columns.ts'
import { MAX_UPLOAD_ROWS, type UploadType } from './contract.ts'
import { otherKind } from './file-kinds.ts'
import { decoderOf, type Encoding, encodings, guessEncoding } from './text-encoding.ts'
import { uploadTexts } from './values.ts'

export type { Column } from './columns.ts'

/**
 * A data row. It has the record's number (the header is 1), the cells by column, the number of extra cells, the
 * original record, the columns with spreadsheet errors, and the file's order of day and month.
 */
export type CsvRow = Readonly<{
  row: number
  cells: Partial<Record<Column, string>>
  surplus: number
  record: readonly string[]
  spoilt?: readonly string[]
  dayFirst?: boolean
}>
/** An uploaded file that was checked as a whole. Rows are read in slices, so that the file is never whole in memory. */
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

/** UTF-16, with or without a byte order mark: in texts with mostly Latin letters every second byte is zero. */
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

/**
 * The file's encoding: UTF-16 if the file begins like UTF-16, UTF-8 if the whole file is valid UTF-8, else the best
 * guess.
 */
const encodingOf = async (file: string): Promise<{ encoding: Encoding; doubtful: readonly string[] }> => {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let first = true
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      const utf16 = first ? utf16Of(chunk) : null
      if (utf16) return { encoding: utf16, doubtful: [] }
      first = false
      utf8.decode(chunk, { stream: true })
    }
    utf8.decode()
    return { encoding: 'utf-8', doubtful: [] }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const bytes = await readFile(file)
    if (bytes.includes(0)) throw noText()
    return guessEncoding(bytes)
  }
}

const endsOf = async (file: string): Promise<[Buffer, Buffer]> => {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const part = async (at: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, at)
      return buffer.subarray(0, bytesRead)
    }
    return [await part(0), await part(Math.max(0, size - HEAD_BYTES))]
  } finally {
    await handle.close()
  }
}

/** The text of a file in chunks. Refuses a file with a NUL character, since it is no text. */
async function* textOf(file: string, encoding: Encoding, end = Number.POSITIVE_INFINITY): AsyncGenerator<string, void, undefined> {
  const decoder = decoderOf(encoding)
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

const sentences: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'The file has a quotation mark that is never closed.',
  CSV_MAX_RECORD_SIZE: 'A row of the file is too long. Is a quotation mark missing?',
}

/**
 * The value of a cell: without an apostrophe that protects it in spreadsheets, and without quotation marks before a
 * trailing space.
 */
const meant = (cell: string): string => {
  const text = cell.trim()
  const [first] = text
  if (first === '"') return text.replace(/^"([^"]*)"$/, '$1').trim()
  return first === "'" ? text.replace(/^'(?=[=+\-@])/, '').trim() : text
}

/**
 * The error values that spreadsheets show for failed formulas and narrow columns, in English, Spanish, German and
 * French.
 */
const SPREADSHEET_ERROR =
  /^#(N\/A|N\/D|NV|REF!|¡REF!|BEZUG!|NAME\?|¿NOMBRE\?|NOM\?|VALUE!|¡VALOR!|WERT!|VALEUR!|DIV\/0!|¡DIV\/0!|NUM!|¡NUM!|ZAHL!|NULL!|¡NULO!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA|ERROR!|#+)$/i

/** Text that another program has decoded wrongly, such as 'JosÃ©' or 'Jos\ufffd'. */
const DAMAGED = /\ufffd|Ã[\u0080-\u00bf]|â€/
const SHOWN = 5

const encodingWarnings = (encoding: Encoding, doubtful: readonly string[]): string[] =>
  doubtful.length === 0
    ? []
    : [
        `The file is not in UTF-8 and was read as ${encodings[encoding]}. Please check how names read: ${doubtful.join(', ')}. If they are wrong, save the file as "CSV UTF-8" and choose it again.`,
      ]
const damageWarnings = (damaged: ReadonlySet<string>): string[] =>
  damaged.size === 0
    ? []
    : [`Some letters of the file were lost when it was saved: ${[...damaged].join(', ')}. Please correct them, or save the file anew as "CSV UTF-8".`]
const titleWarnings = (titleRows: number): string[] =>
  titleRows === 0
    ? []
    : [
        `${titleRows === 1 ? 'The row' : `The ${titleRows} rows`} above the header ${titleRows === 1 ? 'was' : 'were'} ignored; rows are counted from the header, which is row 1.`,
      ]

const rowOf = (record: readonly string[], i: number, { columns, titles }: Header, dayFirst: boolean): CsvRow => {
  const cells: Partial<Record<Column, string>> = {}
  const spoilt: string[] = []
  for (const [at, column] of columns.entries()) {
    if (!column || at >= record.length || cells[column]) continue
    const cell = meant(record[at] ?? '')
    const isError = cell.startsWith('#') && SPREADSHEET_ERROR.test(cell)
    if (isError) spoilt.push(`${cell} in the column ${titles[at]}`)
    cells[column] = isError ? '' : cell
  }
  const surplus = record.length > columns.length ? record.slice(columns.length).filter((cell) => cell.trim() !== '').length : 0
  return {
    ...{ row: i + FIRST_ROW, cells, surplus, record },
    ...(spoilt.length > 0 && { spoilt }),
    ...(dayFirst && { dayFirst: true }),
  }
}

/**
 * Checks an uploaded file as a whole, with columns in any order and case. Stores its records beside it, to be read in
 * slices.
 * @param file a path in the upload's own folder; the same name with `.rows` must be free
 * @throws DomainError 400 for no text, no rows, a missing column, an unclosed quote; 413 for too many rows
 */
export const openCsv = async (file: string, uploadType: UploadType, sliceRows: number): Promise<CsvTable> => {
  const other = otherKind(...(await endsOf(file)))
  if (other) throw refuse(other)
  const { encoding, doubtful } = await encodingOf(file)
  let head = ''
  for await (const text of textOf(file, encoding, HEAD_BYTES - 1)) head += text
  const { delimiter, headerAt, titleRows } = layoutOf(head, uploadType)
  const parser = parse({ ...csvOptions, delimiter, max_record_size: MAX_RECORD_CHARACTERS })

  let header: Header | null = null
  const order = dateOrder()
  const damaged = new Set<string>()
  const look = (record: readonly string[], { columns }: Header) => {
    for (const [i, column] of columns.entries()) {
      const cell = record[i] ?? ''
      if (column === 'dob' || column === 'memberSince') order.saw(cell)
      if (column && damaged.size < SHOWN && DAMAGED.test(cell)) damaged.add(cell.trim())
    }
  }
  let seen = 0
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
        seen += 1
        if (seen <= headerAt) continue
        if (!header) {
          header = readHeader(record, uploadType)
          continue
        }
        look(record, header)
        count += 1
        if (count > MAX_UPLOAD_ROWS)
          throw new DomainError('too-large', 'too-large', `The file has more than ${MAX_UPLOAD_ROWS.toLocaleString('en-US')} rows.`)
        pending.push(
          record.length > header.titles.length
            ? [...record.slice(0, header.titles.length), ...withoutEmptyEnd(record.slice(header.titles.length))]
            : record,
        )
        if (pending.length === sliceRows) await put()
      }
      await put()
    })
  } catch (error) {
    const { code = '' } = error as Partial<CsvError>
    throw code.startsWith('CSV_') ? refuse(sentences[code] ?? 'The file cannot be read as CSV. Please save it as CSV again, and upload it.') : error
  } finally {
    await spool.close()
  }
  const read = header as Header | null
  if (!read && head.trim() === '') throw refuse(uploadTexts.empty)
  if (!read || count === 0) throw refuse('The file has no rows below its header.')

  return {
    header: read.titles,
    count,
    slices: places.length,
    slice: async (n) => {
      const { at, bytes } = places[n] ?? { at: 0, bytes: 0 }
      const rows = await open(`${file}.rows`)
      try {
        const { buffer } = await rows.read(Buffer.alloc(bytes), 0, bytes, at)
        return (JSON.parse(buffer.toString('utf8')) as string[][]).map((record, i) => rowOf(record, n * sliceRows + i, read, order.dayFirst()))
      } finally {
        await rows.close()
      }
    },
    warnings: [
      ...encodingWarnings(encoding, doubtful),
      ...damageWarnings(damaged),
      ...titleWarnings(titleRows),
      ...read.warnings,
      ...order.warnings(),
    ],
  }
}
