import { parse } from 'csv-parse/sync'
import { cutText } from '../kernel/cut-text.ts'
import { DomainError } from '../kernel/errors.ts'
import { MAX_UPLOAD_COLUMNS, type UploadType } from './contract.ts'

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

/** Common column titles in English and Spanish, without case, accents, spaces and punctuation. */
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
/** The column that this product adds to rejected rows. It is ignored when they are uploaded again. */
const REASON = 'reason'

const columnsOf: Record<UploadType, Readonly<{ required: readonly Column[]; optional: readonly Column[] }>> = {
  individualMembers: { required: ['firstName', 'lastName'], optional: ['email', 'phone', 'dob', 'gender', 'memberSince', 'congregation', 'amount'] },
  congregations: { required: ['name'], optional: ['email', 'phone', 'contactName', 'amount'] },
}

export const refuse = (message: string) => new DomainError('invalid', 'invalid', message, { issues: [{ path: 'file', message }] })
export const noText = () => refuse('The file is not a text file. Please save it as CSV.')

const plain = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Removes empty cells at the end: spreadsheets keep columns that were used once. */
export const withoutEmptyEnd = (cells: readonly string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

const columnsIn = (titles: readonly string[], uploadType: UploadType): (Column | null)[] => {
  const { required, optional } = columnsOf[uploadType]
  const known = [...required, ...optional]
  return titles.map((title) => known.find((candidate) => wordings[candidate].includes(plain(title))) ?? null)
}

const lackedBy = (columns: readonly (Column | null)[], uploadType: UploadType): Column[] =>
  columnsOf[uploadType].required.filter((column) => !columns.includes(column))

export type Header = Readonly<{ titles: readonly string[]; columns: readonly (Column | null)[]; warnings: readonly string[] }>

/** @throws DomainError 400 for too many columns, or a missing required one */
export const readHeader = (record: readonly string[], uploadType: UploadType): Header => {
  const titles = withoutEmptyEnd(record).map((title) => title.trim())
  if (titles.length > MAX_UPLOAD_COLUMNS) throw refuse(`The file has more than ${MAX_UPLOAD_COLUMNS} columns.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they reveal files that are not text
  if (titles.some((title) => /[\u0001-\u0008\u000e-\u001f]/.test(title))) throw noText()
  const columns = columnsIn(titles, uploadType)
  const lacked = lackedBy(columns, uploadType)
  const shown = (title: string) => cutText(title, 100)
  if (lacked.length > 0) {
    const list = cutText(titles.map((title) => title || '(empty)').join(', '), 500)
    throw refuse(`The file lacks the column${lacked.length > 1 ? 's' : ''} ${lacked.join(' and ')}. Its columns are: ${list}.`)
  }
  const unknown = titles.filter((title, i) => columns[i] === null && title !== '' && plain(title) !== REASON)
  const twice = [...new Set(columns)].flatMap((column) => {
    const alike = titles.filter((_, i) => column && columns[i] === column)
    return alike.length > 1 ? [alike.map((title) => `"${shown(title)}"`).join(' and ')] : []
  })
  return {
    titles,
    columns,
    warnings: [
      ...unknown.map((title) => `Column "${shown(title)}" is not known and was ignored.`),
      ...twice.map((alike) => `Columns ${alike} mean the same: in each row the first that is filled in counts.`),
    ],
  }
}

/**
 * Rows may have different line ends, since people merge files from several systems. A space before a closing quotation
 * mark does not belong to the cell.
 */
export const csvOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  ltrim: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
}

const DELIMITERS = [',', ';', '\t', '|']
const SEP = /^[\ufeff\s]*"?sep=([^"\r\n])"?[,;\t|]*(?:\r\n|\n|\r)/i

const mostUsed = (text: string): string => {
  const line = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.replace(/^[\r\n]+/, ''))?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? ''
  const count = (sign: string) => line.split(sign).length
  return DELIMITERS.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const MOST_ABOVE = 12

type Layout = Readonly<{ delimiter: string; headerAt: number; titleRows: number }>

/** Finds the header row by the required columns. If no row has them, the first record counts as the header. */
export const layoutOf = (head: string, uploadType: UploadType): Layout => {
  const declared = SEP.exec(head)?.[1]
  const first = declared === undefined ? 0 : 1
  const layouts = (declared === undefined ? DELIMITERS : [declared]).flatMap((delimiter) => {
    try {
      const records: string[][] = parse(head, { ...csvOptions, delimiter, to: MOST_ABOVE + first + 1 })
      return records.flatMap((record, at) => {
        const columns = columnsIn(withoutEmptyEnd(record), uploadType)
        return at >= first && lackedBy(columns, uploadType).length === 0 ? [{ delimiter, at, known: columns.filter(Boolean).length }] : []
      })
    } catch {
      // A quotation mark may not be closed here; reading the whole file reports that.
      return []
    }
  })
  const [best] = layouts.sort((a, b) => a.at - b.at || b.known - a.known)
  if (best) return { delimiter: best.delimiter, headerAt: best.at, titleRows: best.at - first }
  return { delimiter: declared ?? mostUsed(head), headerAt: first, titleRows: 0 }
}
