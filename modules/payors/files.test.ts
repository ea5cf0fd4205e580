import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError } from '../kernel/errors.ts'
import { openCsv } from './csv.ts'
import { readRow } from './read-row.ts'

let folder: string
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-files-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Right = Readonly<{
  /** The accepted rows, each as 'first last' or 'first last email' and so on, with as many fields as the test needs. */
  people?: readonly string[]
  /** Patterns of the warnings: first about the file, then about its rows. */
  warnings?: readonly RegExp[]
  rejected?: readonly string[]
  /** The error, if the file is refused. */
  error?: RegExp
}>

const MAC: Readonly<Record<string, number>> = { á: 0x87, é: 0x8e, í: 0x92, ó: 0x97, ú: 0x9c, ñ: 0x96, Ñ: 0x84, ü: 0x9f, ö: 0x9a }
const DOS: Readonly<Record<string, number>> = { á: 0xa0, é: 0x82, í: 0xa1, ó: 0xa2, ú: 0xa3, ñ: 0xa4, Ñ: 0xa5, ü: 0x81, ö: 0x94, É: 0x90 }
const POLISH: Readonly<Record<string, number>> = { ł: 0xb3, Ł: 0xa3, ą: 0xb9, ę: 0xea, ś: 0x9c, ż: 0xbf, ź: 0x9f, ć: 0xe6, ń: 0xf1, ó: 0xf3 }
const encoded = (text: string, table: Readonly<Record<string, number>>): Buffer =>
  Buffer.from([...text].map((sign) => table[sign] ?? sign.charCodeAt(0)))
const cyrillic = (text: string): Buffer =>
  Buffer.from([...text].map((sign) => (/[А-я]/.test(sign) ? sign.charCodeAt(0) - 0x410 + 0xc0 : sign.charCodeAt(0))))
const zipped = (...names: string[]): Buffer => Buffer.concat([Buffer.from('504b0304140006000800', 'hex'), Buffer.from(names.join('\0\0'))])

const HEAD = 'firstName,lastName,email'
const TWO = 'Ruth,One,ruth@example.org\nOle,Two,ole@example.org\n'
const two = ['Ruth One ruth@example.org', 'Ole Two ole@example.org']
const SPANISH = 'firstName,lastName\nJosé,Peña\nMaría,Muñoz\nRaúl,Ibáñez\n'
const spanish = ['José Peña', 'María Muñoz', 'Raúl Ibáñez']
const CUT = 'x'.repeat(99)
const cell = (column: string, value: string): string => `firstName,lastName,${column}\nRuth,One,"${value.replaceAll('"', '""')}"\n`
const email = (value: string) => cell('email', value)
const dob = (...values: string[]) => `firstName,lastName,dob\n${values.map((value) => `Ruth,One,"${value}"`).join('\n')}\n`
const born = (...days: string[]) => days.map((day) => `Ruth One - - ${day}`)

const table: readonly [file: string, bytes: string | Buffer, right: Right][] = [
  // Line ends
  ['a header that ends in CRLF, rows in LF', `${HEAD}\r\n${TWO}`, { people: two }],
  ['a header that ends in LF, rows in CRLF', `${HEAD}\n${TWO.replaceAll('\n', '\r\n')}`, { people: two }],
  ['a header that ends in CR alone, rows in LF', `${HEAD}\r${TWO}`, { people: two }],
  ['a header that ends in CR alone, rows in CRLF', `${HEAD}\r${TWO.replaceAll('\n', '\r\n')}`, { people: two }],
  [
    'a row that was appended on another system',
    `${HEAD}\r\nRuth,One,ruth@example.org\r\nOle,Two,ole@example.org\nNora,Three,\r`,
    { people: [...two, 'Nora Three'] },
  ],
  ['quoted line ends of another kind', `${HEAD}\r\n"Ru\nth",One,\nOle,Two,`, { people: ['Ru th One', 'Ole Two'] }],
  [
    'several thousand rows of mixed line ends',
    `${HEAD}\r\n${Array.from({ length: 9_000 }, (_, i) => `R,O${i},${['\r', '\n', '\r\n'][i % 3]}`).join('')}`,
    { people: Array.from({ length: 9_000 }, (_, i) => `R O${i}`) },
  ],
  // Layout
  ['sep=; as first line', `sep=;\n${HEAD.replaceAll(',', ';')}\n${TWO.replaceAll(',', ';')}`, { people: two }],
  ['sep=, as first line, from another system', `"sep=,"\r\n${HEAD}\n${TWO}`, { people: two }],
  ['pipes', `${HEAD}\n${TWO}`.replaceAll(',', '|'), { people: two }],
  ['tabs', `${HEAD}\n${TWO}`.replaceAll(',', '\t'), { people: two }],
  ['semicolons, with a decimal comma', 'firstName;lastName;amount\nRuth;One;12,50', { people: ['Ruth One - - - 1250'] }],
  [
    'a title row above the header',
    `Members of Grace Church, 2026\n${HEAD}\n${TWO}`,
    { people: two, warnings: [/^The row above the header was ignored/] },
  ],
  [
    'a title row above semicolons',
    `Members, friends, guests\n${HEAD.replaceAll(',', ';')}\n${TWO.replaceAll(',', ';')}`,
    { people: two, warnings: [/^The row above/] },
  ],
  [
    'three rows and an empty one above the header',
    `Grace Church\nMembers,,\n\nas of today\n${HEAD}\n${TWO}`,
    { people: two, warnings: [/^The 3 rows above the header were ignored/] },
  ],
  ['200 empty columns behind the last', `${HEAD}${','.repeat(200)}\n${TWO.replaceAll('\n', `${','.repeat(200)}\n`)}`, { people: two }],
  ['16,381 empty columns behind the last', `${HEAD}${','.repeat(16_381)}\n${TWO}`, { people: two }],
  ['a filled cell behind the last column', `${HEAD},,,\nRuth,One,,,,x`, { people: ['Ruth One'], warnings: [/surplus cells were ignored/] }],
  ['a space before a quotation mark', `${HEAD}\n"Ruth", "One, Jr.", "ruth@example.org"`, { people: ['Ruth One, Jr. ruth@example.org'] }],
  ['a space behind a quotation mark', `${HEAD}\n"Ruth" ,"One" ,"ruth@example.org" `, { people: ['Ruth One ruth@example.org'] }],
  ['quotation marks within a name', `${HEAD}\nJohn "Jack",Smith,\n"Jo" Ann,Lee,`, { people: ['John "Jack" Smith', '"Jo" Ann Lee'] }],
  ['a tab before a cell', `${HEAD}\n\tRuth,\tOne,`, { people: ['Ruth One'] }],
  // Not CSV
  ['a web page', '<html><body><table><tr><td>firstName</td></tr></table></body></html>', { error: /is a web page \(HTML\).*CSV UTF-8/ }],
  ['a table of a web page, behind a mark', '\ufeff\n<table border=1><tr><td>Ruth</td></tr></table>', { error: /web page/ }],
  ['an XML spreadsheet', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>', { error: /an XML spreadsheet/ }],
  ['an .xlsx', zipped('[Content_Types].xml', 'xl/workbook.xml'), { error: /an Excel workbook \(\.xlsx\)/ }],
  ['an .xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), { error: /an Excel workbook \(\.xls\)/ }],
  ['an .ods', zipped('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), { error: /OpenDocument spreadsheet/ }],
  ['a .numbers', zipped('Index/Document.iwa', 'Metadata/Properties.plist'), { error: /Numbers spreadsheet/ }],
  ['a .zip', zipped('members.csv'), { error: /compressed file \(\.zip\)/ }],
  ['a .gz', gzipSync(`${HEAD}\n${TWO}`), { error: /compressed file \(\.gz\)/ }],
  ['a PDF', '%PDF-1.7\n%âãÏÓ', { error: /is a PDF/ }],
  ['JSON', '[{"firstName":"Ruth"}]', { error: /is a JSON file/ }],
  ['contacts', 'BEGIN:VCARD\nFN:Ruth One\nEND:VCARD', { error: /vCard/ }],
  // Encodings
  ['Windows-1252', Buffer.from(SPANISH, 'latin1'), { people: spanish }],
  [
    'Windows-1252 in capitals',
    Buffer.from(SPANISH.toUpperCase().replace('FIRSTNAME,LASTNAME', 'firstName,lastName'), 'latin1'),
    { people: spanish.map((name) => name.toUpperCase()) },
  ],
  [
    'Windows-1252 with a curly apostrophe',
    Buffer.concat([Buffer.from('firstName,lastName\nSean,O'), Buffer.from([0x92]), Buffer.from('Brien\n')]),
    { people: ['Sean O’Brien'] },
  ],
  ['MacRoman', encoded(SPANISH, MAC), { people: spanish, warnings: [/read as Mac OS Roman.*José, Peña, María, Muñoz, Raúl/] }],
  [
    'MacRoman with umlauts',
    encoded('firstName,lastName\nJürgen,Schröder\n', MAC),
    { people: ['Jürgen Schröder'], warnings: [/Mac OS Roman.*Jürgen/] },
  ],
  ['DOS, code page 850 or 437', encoded(SPANISH, DOS), { people: spanish, warnings: [/read as DOS.*José/] }],
  [
    'Windows-1250',
    encoded('firstName,lastName\nWacław,Żółć\nStanisław,Wiśniewski\n'.replace('Żółć', 'Kłąb'), POLISH),
    { people: ['Wacław Kłąb', 'Stanisław Wiśniewski'], warnings: [/Central European/] },
  ],
  ['Windows-1251', cyrillic('firstName,lastName\nИван,Петров\n'), { people: ['Иван Петров'], warnings: [/Cyrillic.*Иван/] }],
  [
    'EUC-KR',
    Buffer.concat([
      Buffer.from('firstName,lastName\n'),
      Buffer.from('b9cebcf6', 'hex'),
      Buffer.from(','),
      Buffer.from('b1e8', 'hex'),
      Buffer.from('\n'),
    ]),
    { people: ['민수 김'], warnings: [/Korean.*민수/] },
  ],
  [
    'UTF-8 that was read and saved as something else before',
    `${HEAD}\nJosÃ©,Peï¿½a,\n`,
    { people: ['JosÃ© Peï¿½a'], warnings: [/^Some letters of the file were lost when it was saved: JosÃ©/] },
  ],
  ['letters that were lost', `${HEAD}\nJos\ufffd,One,\n`, { people: ['Jos\ufffd One'], warnings: [/letters of the file were lost/] }],
  // Errors of spreadsheets
  ['#N/A as a first name', `${HEAD}\n#N/A,One,x@example.org`, { rejected: ['First name is required'] }],
  [
    '#REF!, #NAME?, #VALUE! and ##### beside a name',
    'firstName,lastName,email,phone,gender,dob\nRuth,One,#REF!,#NAME?,#VALUE!,########',
    { people: ['Ruth One'], warnings: [/#REF! in the column email is an error of the spreadsheet/, /#NAME\?/, /#VALUE!/, /########/] },
  ],
  // Columns
  [
    'Email and Email Address',
    'First Name,Last Name,Email,Email Address\nRuth,One,,ruth@example.org\nOle,Two,ole@example.org,other@example.org',
    { people: two, warnings: [/^Columns "Email" and "Email Address" mean the same/] },
  ],
  [
    'Phone and Mobile, the first an error',
    'First Name,Last Name,Phone,Mobile\nRuth,One,#N/A,212-555-0100',
    { people: ['Ruth One - 212-555-0100'], warnings: [/^Columns "Phone" and "Mobile"/, /#N\/A/] },
  ],
  // Addresses
  ['mailto:', email('mailto:Ruth@Example.org'), { people: ['Ruth One ruth@example.org'], warnings: [/the email was read as ruth@example\.org/] }],
  ['a name beside an address', email('"One, Ruth" <ruth@example.org>'), { people: ['Ruth One ruth@example.org'], warnings: [/read as/] }],
  [
    'two addresses',
    email('ruth@example.org; one@example.org'),
    { people: ['Ruth One ruth@example.org'], warnings: [/several emails, and the first was taken/] },
  ],
  ['a stop behind an address', email("r.o'brien@example.org."), { people: ["Ruth One r.o'brien@example.org"], warnings: [/read as/] }],
  ['no address', email('none'), { people: ['Ruth One'], warnings: [/not valid and was left out/] }],
  // Days
  [
    'days as spreadsheets write them',
    dob(
      '1980-04-23',
      '1980-04-23 00:00:00',
      '23-Apr-1980',
      '23.04.1980',
      '4/23/1980',
      '4/23/1980 12:00 AM',
      'April 23, 1980',
      '23 de abril de 1980',
      '1980/4/23',
      '19800423',
    ),
    { people: born(...Array.from({ length: 10 }, () => '1980-04-23')) },
  ],
  [
    'numbers of days',
    dob('29334', '29334.75'),
    { people: born('1980-04-23', '1980-04-23'), warnings: [/29334 was read as Apr 23, 1980/, /29334\.75/] },
  ],
  [
    'years of two digits',
    dob('23-Apr-80', '4/23/05'),
    { people: born('1980-04-23', '2005-04-23'), warnings: [/was read as Apr 23, 1980/, /Apr 23, 2005/] },
  ],
  [
    'days before months',
    dob('3/4/1980', '23/4/1980'),
    { people: born('1980-04-03', '1980-04-23'), warnings: [/^Dates such as 3\/4\/1980 were read as day, month, year, since 23\/4\/1980/] },
  ],
  [
    'days that can be read both ways',
    dob('3/4/1980', '5/5/1980'),
    { people: born('1980-03-04', '1980-05-05'), warnings: [/^Dates such as 3\/4\/1980 were read as month, day, year/] },
  ],
  ['months before days', dob('3/4/1980', '4/23/1980'), { people: born('1980-03-04', '1980-04-23') }],
  [
    'no days',
    dob('1980', '31.02.1980', 'spring', '0'),
    { people: Array.from({ length: 4 }, () => 'Ruth One'), warnings: [/not a date/, /not a date/, /not a date/, /not a date/] },
  ],
  // Amounts and long texts
  [
    'amounts as people type them',
    'firstName,lastName,amount\nA,One,"$1,200.00"\nB,Two,"12,50"\nC,Three,1e3\nD,Four,0x10',
    {
      people: ['A One - - - 120000', 'B Two - - - 1250'],
      rejected: [expect.stringContaining('amount') as unknown as string, expect.stringContaining('amount') as unknown as string],
    },
  ],
  ['a contact that is cut before an emoji', `name,contactName\nFirst Baptist,${CUT}😀`, { people: [`First Baptist - - - - ${CUT}`] }],
]

const dash = (value: unknown): string => (value === null ? '-' : String(value))

test.each(table)('%s', async (_, bytes, { people = [], warnings = [], rejected = [], error }) => {
  files += 1
  const path = join(folder, String(files))
  writeFileSync(path, bytes)
  const type = String(bytes).startsWith('name,') ? 'congregations' : 'individualMembers'
  const opened = await openCsv(path, type, 500).catch((thrown: unknown) => thrown)
  if (opened instanceof DomainError) return expect(opened.message).toMatch(error ?? /no file of this table is refused without a reason/)
  const csv = opened as Awaited<ReturnType<typeof openCsv>>
  const rows = (await Promise.all(Array.from({ length: csv.slices }, (_none, n) => csv.slice(n)))).flat().map((row) => readRow(row, type, true))
  const read = rows.flatMap((row) => ('error' in row ? [] : [row]))
  expect(
    read.map(({ person, amount }) =>
      [person.name.replace(/\s+/g, ' '), person.email, person.phone, person.dob, amount, person.contactName]
        .map(dash)
        .join(' ')
        .replace(/( -)+$/, ''),
    ),
  ).toEqual(people)
  expect(rows.flatMap((row) => ('error' in row ? [row.error] : []))).toEqual(rejected)
  expect([...csv.warnings, ...read.flatMap(({ notes }) => notes)]).toEqual(warnings.map((warning) => expect.stringMatching(warning) as unknown))
  expect(rows, 'every row is accounted for').toHaveLength(people.length + rejected.length)
  expect(error, 'it is not refused').toBeUndefined()
})

test('covers at least sixty files', () => expect(table.length).toBeGreaterThanOrEqual(60))
