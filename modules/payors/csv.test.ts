import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '../kernel/errors.ts'
import type { UploadType } from './contract.ts'
import { openCsv } from './csv.ts'

let folder: string
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-csv-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opened = (file: string | Uint8Array, type: UploadType = 'individualMembers', sliceRows = 500) => {
  files += 1
  const path = join(folder, String(files))
  writeFileSync(path, file)
  return openCsv(path, type, sliceRows)
}
const read = async (file: string | Uint8Array, type?: UploadType) => {
  const { header, slices, slice, warnings } = await opened(file, type)
  const rows = (await Promise.all(Array.from({ length: slices }, (_, n) => slice(n)))).flat()
  return { header, rows, warnings }
}
const refusal = async (file: string | Uint8Array, type?: UploadType): Promise<{ reason: string; message: string }> => {
  const error = await read(file, type).catch((thrown: unknown) => thrown)
  if (!(error instanceof DomainError)) throw new Error('the file was accepted', { cause: error })
  return { reason: error.reason, message: error.message }
}
const ruth = { firstName: 'Ruth', lastName: 'Nuñez', email: 'ruth@example.org' }
const plain = 'firstName,lastName,email\nRuth,Nuñez,ruth@example.org\n'

describe('reads a file', () => {
  test.each<[string, string | Uint8Array]>([
    ['as UTF-8', plain],
    ['with a byte order mark', `\ufeff${plain}`],
    ['as UTF-16, little end first', Buffer.from(`\ufeff${plain}`, 'utf16le')],
    ['as UTF-16, big end first', Buffer.from(`\ufeff${plain}`, 'utf16le').swap16()],
    ['as UTF-16 without a mark, little end first', Buffer.from(plain, 'utf16le')],
    ['as UTF-16 without a mark, big end first', Buffer.from(plain, 'utf16le').swap16()],
    ['as Windows-1252', Buffer.from(plain, 'latin1')],
    ['with semicolons', plain.replaceAll(',', ';')],
    ['with tabs', plain.replaceAll(',', '\t')],
    ['with the line ends of Windows', plain.replaceAll('\n', '\r\n')],
    ['with the line ends of old Macs', plain.replaceAll('\n', '\r')],
    ['without a last line end', plain.trimEnd()],
    ['with its columns in another order and case', 'EMAIL,Last Name,FIRST_NAME\nruth@example.org,Nuñez,Ruth'],
    ['with everything quoted', '"firstName","lastName","email"\r\n"Ruth","Nuñez","ruth@example.org"\r\n'],
    ['with spaces around the cells', 'firstName , lastName, email\n  Ruth ,Nuñez  , ruth@example.org'],
    ['with empty lines', `\n\n${plain}\n,,\n\n`],
  ])('%s', async (_, file) => {
    const { rows, warnings } = await read(file)
    expect(rows.map(({ cells }) => cells)).toEqual([ruth])
    expect(warnings).toEqual([])
  })

  test.each<[string, string[]]>([
    ['firstName', ['First Name', 'FIRST', 'Given name', 'Nombre', 'Nombres']],
    ['lastName', ['Last Name', 'Surname', 'Family name', 'Apellido', 'Apellidos']],
    ['email', ['E-mail', 'e-Mail Address', 'Mail', 'Correo', 'Correo electrónico']],
    ['phone', ['Mobile', 'Cell phone', 'Telephone', 'Tel.', 'Teléfono', 'Móvil', 'Celular']],
    ['dob', ['Date of Birth', 'Birthday', 'DOB', 'Fecha de nacimiento']],
    ['gender', ['Sex', 'Género', 'Sexo']],
    ['memberSince', ['Member since', 'Joined on', 'Miembro desde']],
    ['congregation', ['Church', 'Parish', 'Congregación', 'Iglesia']],
    ['amount', ['Dues', 'Amount due', 'Cuota', 'Importe']],
  ])('with its %s column under any common title', async (column, titles) => {
    const others = Object.entries({ firstName: 'Ruth', lastName: 'One' }).filter(([name]) => name !== column)
    for (const title of titles) {
      const { rows, warnings } = await read(
        `${[title, ...others.map(([name]) => name)].join(',')}\n${['x', ...others.map(([, value]) => value)].join(',')}`,
      )
      expect({ title, cells: rows[0]?.cells, warnings }).toEqual({ title, cells: { [column]: 'x', ...Object.fromEntries(others) }, warnings: [] })
    }
  })
  test.each([['Congregation'], ['Church name'], ['Nombre'], ['Iglesia']])('of congregations whose name is under %s', async (title) => {
    expect((await read(`${title}\nSt. Paul`, 'congregations')).rows[0]?.cells).toEqual({ name: 'St. Paul' })
  })
  test('with a letter split between two chunks of the file', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `Ñandú${i},Ünal`)
    const { rows: found } = await read(`firstName,lastName\n${rows.join('\n')}`)
    expect(found.map(({ cells }) => `${cells.firstName},${cells.lastName}`)).toEqual(rows)
  })
  test('in our format of rejected rows: without the reason, and without the apostrophe that protects spreadsheets', async () => {
    const { rows, warnings } = await read("firstName,lastName,phone,reason\n'=Ruth,O'Brien,'+1 212 555 0100,Last name is required")
    expect(rows[0]?.cells).toEqual({ firstName: '=Ruth', lastName: "O'Brien", phone: '+1 212 555 0100' })
    expect(warnings).toEqual([])
  })
  test('with semicolons although a quoted title holds commas', async () => {
    const { rows } = await read('firstName;lastName;"a,b,c,d"\nRuth;Nuñez;x')
    expect(rows[0]?.cells).toEqual({ firstName: 'Ruth', lastName: 'Nuñez' })
  })
  test('with line ends and quotes inside a cell', async () => {
    const { rows } = await read('firstName,lastName\n"Ruth\nAnn","O""Brien"\nOle,Two')
    expect(rows.map(({ row, cells }) => [row, cells.firstName, cells.lastName])).toEqual([
      [2, 'Ruth\nAnn', 'O"Brien'],
      [3, 'Ole', 'Two'],
    ])
  })
  test('with an apostrophe or a quote within a name', async () => {
    const { rows } = await read('firstName,lastName\nSean,O\'Brien\nJohn "Jack",Smith')
    expect(rows.map(({ cells }) => `${cells.firstName} ${cells.lastName}`)).toEqual(["Sean O'Brien", 'John "Jack" Smith'])
  })
  test('with short and long rows', async () => {
    const { rows } = await read('firstName,lastName,email\nRuth\nOle,Two,ole@example.org,1,2')
    expect(rows).toEqual([
      { row: 2, cells: { firstName: 'Ruth' }, surplus: 0, record: ['Ruth'] },
      {
        row: 3,
        cells: { firstName: 'Ole', lastName: 'Two', email: 'ole@example.org' },
        surplus: 2,
        record: ['Ole', 'Two', 'ole@example.org', '1', '2'],
      },
    ])
  })
  test('with a warning for each unknown column', async () => {
    const { warnings } = await read('firstName,lastName,shoe size,,Notes\nRuth,Nuñez,38,,x')
    expect(warnings).toEqual(['Column "shoe size" is not known and was ignored.', 'Column "Notes" is not known and was ignored.'])
  })
  test('of congregations with only a name', async () => {
    const { rows } = await read('Church,phone,Contact Person\nFirst Baptist,(212) 555-0100,Ruth', 'congregations')
    expect(rows[0]?.cells).toEqual({ name: 'First Baptist', phone: '(212) 555-0100', contactName: 'Ruth' })
  })
  test('of members with their congregations', async () => {
    const { rows } = await read('firstName,lastName,Church\nRuth,Nuñez,First Baptist')
    expect(rows[0]?.cells.congregation).toBe('First Baptist')
  })
  test('with a hundred columns', async () => {
    const more = Array.from({ length: 98 }, (_, i) => `c${i}`).join(',')
    expect((await read(`firstName,lastName,${more}\nRuth,Nuñez`)).rows).toHaveLength(1)
  })
})

test('numbers rows correctly in slices, despite separators that end lines in other formats', async () => {
  const { header, count, slices, slice } = await opened(' firstName ,lastName\nA,One\nB,Two\u2028x\nC,Three', 'individualMembers', 2)
  expect([header, count, slices]).toEqual([['firstName', 'lastName'], 3, 2])
  const numbered = async (n: number) => (await slice(n)).map(({ row, cells }) => [row, cells.firstName, cells.lastName])
  expect(await numbered(1)).toEqual([[4, 'C', 'Three']])
  expect(await numbered(0)).toEqual([
    [2, 'A', 'One'],
    [3, 'B', 'Two\u2028x'],
  ])
})

describe('refuses a file', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['empty', '', /non-empty file/],
    ['of nothing but spaces', ' \n \n', /non-empty file/],
    ['of nothing but a byte order mark', '\ufeff', /non-empty file/],
    ['that has a header alone', 'firstName,lastName\n', /no rows/],
    ['that has empty rows alone', 'firstName,lastName\n,\n , \n', /no rows/],
    ['with a quotation mark that is never closed', 'firstName,lastName\n"Ruth,Nuñez\nOle,Two\n', /quotation mark that is never closed/],
    ['with a NUL character', 'firstName,lastName\nRu\0th,Nuñez', /not a text file/],
    ['that is compressed', gzipSync(plain), /a compressed file/],
    ['of control characters', '\u0001\u0002,\u0003\nRuth,Nuñez', /not a text file/],
    ['with a row without end', `firstName,lastName\n"${'x'.repeat(1_000_001)}",y`, /row of the file is too long/],
    ['that is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /is a picture/],
    ['in broken UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('f\0i\0'), Buffer.from([0x00, 0xd8, 0x41, 0x00])]), /not a text file/],
    ['with more than 100 columns', `firstName,lastName,${'x,'.repeat(99)}\nRuth,Nuñez`, /more than 100 columns/],
  ])('%s', async (_, file, message) => expect(await refusal(file)).toEqual({ reason: 'invalid', message: expect.stringMatching(message) }))

  test('without a required column, naming it and the columns present', async () => {
    expect((await refusal('name,email\nRuth,x')).message).toBe('The file lacks the columns firstName and lastName. Its columns are: name, email.')
    expect((await refusal('firstName,email\nRuth,x')).message).toContain('lacks the column lastName')
    expect((await refusal('email\nx', 'congregations')).message).toContain('lacks the column name')
  })
  test('with more than 60,000 rows', async () => {
    const file = `firstName,lastName\n${'Ruth,One\n'.repeat(60_000)}`
    expect((await read(file)).rows).toHaveLength(60_000)
    expect((await refusal(`${file}Ole,Two\n`)).reason).toBe('too-large')
  })
})
