import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { UploadResult } from '../../modules/payors/contract.ts'
import { memberCsv } from '../bench/people.ts'
import type { Treasurer } from '../bench/treasurer.ts'
import { type Fault, onTestBed } from './test-bed.ts'

type Hostile = Readonly<{ bytes: Uint8Array<ArrayBuffer>; expect: 'taken' | 'refused' | 'either' }>
type Make = (random: () => number, n: number) => Hostile

const bytesOf = (content: string | Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(typeof content === 'string' ? Buffer.from(content) : content)
const taken = (content: string | Buffer): Hostile => ({ bytes: bytesOf(content), expect: 'taken' })
const refused = (content: string | Buffer): Hostile => ({ bytes: bytesOf(content), expect: 'refused' })
const either = (content: string | Buffer): Hostile => ({ bytes: bytesOf(content), expect: 'either' })
const upTo = (random: () => number, max: number): number => Math.floor(random() * max)
const lines = (rows: number, row: string): string => `firstName,lastName\n${row.repeat(rows)}`
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

const spoilt = (content: string | Buffer, at: number, by: readonly number[]): Buffer => {
  const bytes = Buffer.from(content as string)
  for (const [i, byte] of by.entries()) bytes[at + i] = byte
  return bytes
}

const people = (random: () => number, n: number): string => memberCsv(3 + upTo(random, 40), 1_000 + n)
const odd = [
  '=HYPERLINK("http://evil")',
  '@SUM(A1)',
  '+1+1',
  "'); drop table members;--",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '\u202egnirts',
  'zero\u200bwidth',
  'line\u2028separator',
  '😀 Emoji',
  'Z̸̧̛a̷l̵g̶o̵',
  '\u0001\u001b[31m',
  '\ufffd',
  '../../etc/passwd',
  '%s%n%x',
  'İıŞß',
]

/** Member lists as people and programs have sent them, and worse. */
const kinds: Readonly<Record<string, Make>> = {
  'far too many rows': (random) => refused(lines(60_001 + upTo(random, 1_240_000), 'a,b\n')),
  'more than 5 MB': (random) => refused(Buffer.concat([Buffer.from(lines(1, 'a,b\n')), Buffer.alloc(5_242_880 + upTo(random, 1_000_000), 'x')])),
  'a million empty rows': (random) => either(`${lines(1_000_000 + upTo(random, 600_000), ',\n')}Ruth,One\n`),
  'sixty thousand times the same person': () => taken(lines(60_000, 'Ruth,Ruthless\n')),
  'UTF-16': (random, n) => taken(utf16(`\ufeff${people(random, n)}`)),
  'UTF-16, big end first': (random, n) => taken(utf16(`\ufeff${people(random, n)}`).swap16()),
  'UTF-16 without a mark': (random, n) => taken(utf16(people(random, n))),
  'UTF-16 that ends amid a letter': (random, n) => refused(utf16(`\ufeff${people(random, n)}`).subarray(0, -1)),
  'half a letter in UTF-16': (random, n) => refused(Buffer.concat([utf16(`\ufeff${people(random, n)}`), Buffer.from([0x00, 0xd8, 0x41, 0x00])])),
  'a byte order mark': (random, n) => taken(`\ufeff${people(random, n)}`),
  'two byte order marks': (random, n) => either(`\ufeff\ufeff${people(random, n)}`),
  'Windows-1252': (random, n) => taken(Buffer.from(people(random, n).replaceAll('Cook', 'Núñez').replaceAll('Pell', 'Müller'), 'latin1')),
  'a byte that is no UTF-8': (random, n) => taken(spoilt(people(random, n), 60 + upTo(random, 10), [0xff])),
  'a quotation mark that is never closed': (random, n) => refused(people(random, n).replace(/\n(\w)/, '\n"$1')),
  'quotation marks everywhere': (random) =>
    either(lines(5 + upTo(random, 50), `${'"'.repeat(1 + upTo(random, 9))},${'"'.repeat(1 + upTo(random, 9))}\n`)),
  'a compressed file': (random, n) => refused(gzipSync(people(random, n))),
  'a picture': (random) => refused(Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), noise(random, 3_000)])),
  'a spreadsheet': (random) => refused(Buffer.concat([Buffer.from('504b0304140006000800000021', 'hex'), noise(random, 5_000)])),
  noise: (random) => refused(noise(random, 200 + upTo(random, 100_000))),
  'a NUL': (random, n) => {
    const text = people(random, n)
    return refused(spoilt(text, upTo(random, text.length), [0]))
  },
  'nothing but spaces': (random) => refused(' \n'.repeat(1 + upTo(random, 500))),
  'nothing but delimiters': (random) => refused(`${','.repeat(1 + upTo(random, 99))}\n`.repeat(50)),
  'a header alone': () => refused('firstName,lastName,email\n'),
  'no known column': (random) => refused(`${'name;mail;notes\n'.repeat(1 + upTo(random, 5))}`),
  'too many columns': (random) => refused(`firstName,lastName${',x'.repeat(99 + upTo(random, 20_000))}\nRuth,One\n`),
  'an endless header': (random) => refused(`firstName,lastName,${'x'.repeat(1_000_001 + upTo(random, 1_000_000))}\nRuth,One\n`),
  'an endless cell': (random) => either(lines(1, `Ruth,${'x'.repeat(100_000 + upTo(random, 2_000_000))}\n`)),
  'one column twice': () => taken('firstName,lastName,lastName,firstName\nRuth,One,Two,Ole\n'),
  'rows of any length': (random) => either(lines(50, `${'x,'.repeat(upTo(random, 400))}y\n`)),
  'mixed line ends': (random, n) => either(people(random, n).replaceAll('\n', () => ['\n', '\r\n', '\r', '\n\n'][upTo(random, 4)] ?? '\n')),
  'odd names': (random) =>
    either(
      lines(1, `"${(odd[upTo(random, odd.length)] ?? '').replaceAll('"', '""')}","${(odd[upTo(random, odd.length)] ?? '').replaceAll('"', '""')}"\n`),
    ),
  'odd cells': (random, n) =>
    either(people(random, n).replaceAll(/@[^,]+/g, () => `"${(odd[upTo(random, odd.length)] ?? '').replaceAll('"', '""')}"`)),
  'any flipped bytes': (random, n) => {
    const bytes = Buffer.from(people(random, n))
    for (let i = 0; i < 1 + upTo(random, 30); i += 1) bytes[upTo(random, bytes.length)] = upTo(random, 256)
    return either(bytes)
  },
  'a file that breaks off': (random, n) => {
    const text = people(random, n)
    return either(text.slice(0, upTo(random, text.length)))
  },
}

const noise = (random: () => number, count: number): Buffer => Buffer.from(Uint8Array.from({ length: count }, () => upTo(random, 256)))

type Answer = Readonly<{ status: number; text: string; body: (UploadResult & { message?: string }) | null }>

const send = async ({ client }: Treasurer, programId: string, bytes: Uint8Array<ArrayBuffer>, dryRun: boolean): Promise<Answer> => {
  const form = new FormData()
  form.set('assessmentProgramId', programId)
  form.set('uploadType', 'individualMembers')
  form.set('dryRun', String(dryRun))
  form.set('file', new Blob([bytes], { type: 'text/csv' }), 'members.csv')
  try {
    return { status: 200, text: '', body: await client.post<UploadResult>('/uploads', form) }
  } catch (error) {
    const [, status = '0', text = String(error)] = /answered (\d+): ([\s\S]*)/.exec(String(error)) ?? []
    try {
      return { status: Number(status), text, body: JSON.parse(text) as UploadResult & { message?: string } }
    } catch {
      return { status: Number(status), text, body: null }
    }
  }
}

const wrongWith = ({ expect }: Hostile, { status, text, body }: Answer): string[] => {
  if (![200, 400, 413].includes(status)) return [`answered ${status}: ${text.slice(0, 200)}`]
  if (!body || !Array.isArray(body.errors) || !Array.isArray(body.warnings)) return [`answered ${status} in another shape: ${text.slice(0, 200)}`]
  if (status !== 200)
    return [
      ...(expect === 'taken' ? [`was refused: ${body.message}`] : []),
      ...(body.message && !body.success ? [] : ['was refused without a sentence']),
    ]
  const { created, duplicates, skipped } = body.billGeneration ?? { created: 0, duplicates: 0, skipped: 0 }
  const rows = Object.values(body.actions ?? {}).reduce((sum, count) => sum + count, 0)
  return [
    ...(expect === 'refused' ? ['was taken'] : []),
    ...(created + duplicates + skipped + body.errors.length === rows
      ? []
      : [`accounts for ${created + duplicates + skipped + body.errors.length} of ${rows} rows`]),
  ]
}

const heavy = ['far too many rows', 'a million empty rows', 'sixty thousand times the same person']

/**
 * Sends hostile files, each first as a dry run and then as an upload; returns the violations. `light` leaves out those
 * that take seconds.
 */
export const sendHostile = async (treasurer: Treasurer, random: () => number, count: number, { light = false } = {}) => {
  const programId = await treasurer.program('Hostile')
  const violations: string[] = []
  const tally = { taken: 0, refused: 0, slowest: 0 }
  const names = Object.keys(kinds).filter((name) => !light || !heavy.includes(name))
  const first = upTo(random, names.length)
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('vestry-upload-'))
  const before = new Set(left())
  let bills = 0
  for (let n = 0; n < count; n += 1) {
    const name = names[(first + n) % names.length] ?? ''
    const hostile = (kinds[name] as Make)(random, n)
    const say = (what: string) => violations.push(`${name} (file ${n}): ${what}`)
    const started = performance.now()
    const preview = await send(treasurer, programId, hostile.bytes, true)
    const done = await send(treasurer, programId, hostile.bytes, false)
    tally.slowest = Math.max(tally.slowest, performance.now() - started)
    tally[done.status === 200 ? 'taken' : 'refused'] += 1
    for (const wrong of wrongWith(hostile, done)) say(wrong)
    const figures = ({ status, body }: Answer) =>
      JSON.stringify([status, body?.membersUploaded, body?.billGeneration, body?.errors, body?.warnings, body?.message])
    if (figures(preview) !== figures(done)) say(`the check said ${figures(preview).slice(0, 200)}, the upload ${figures(done).slice(0, 200)}`)
    bills += done.body?.billsGenerated ?? 0
  }
  const found = await treasurer.billsOf(programId)
  if (found !== bills) violations.push(`${found} bills where the answers speak of ${bills}`)
  // Another product on this machine may be uploading; its folders disappear soon.
  let files = left().filter((name) => !before.has(name))
  for (const deadline = Date.now() + 10_000; files.length > 0 && Date.now() < deadline; await pause(200))
    files = left().filter((name) => files.includes(name))
  if (files.length > 0) violations.push(`${files.length} folders are left in ${tmpdir()}`)
  return { violations, ...tally }
}

/** Fault 24: two hundred files that are no member list, or a bad one. */
export const hostileCsvs: Fault = ({ random, quick }) =>
  onTestBed('hostile-csvs', async (bed) => {
    const count = quick ? 40 : 200
    const { violations, taken: accepted, ...tally } = await sendHostile(bed.treasurer, random, count)
    const logged = readFileSync(bed.product().output, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"unexpected"'))
    return {
      summary: `${count} hostile CSVs: ${tally.refused} refused with a sentence, ${accepted} taken row by row, none crashed it (slowest ${Math.round(tally.slowest)} ms)`,
      violations: [...violations, ...logged, ...(await bed.violations())],
    }
  })
