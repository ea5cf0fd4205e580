import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bidiFactory from 'bidi-js'
import { create, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import type { Instant } from '../../modules/kernel/dates.ts'
import { type PaperSize, papers } from '../../modules/shared/paper.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { readPdf } from '../../scripts/testing/pdf-text.ts'
import { inColumns } from './blocks.ts'
import { runsOf } from './faces.ts'
import { openFiles } from './noto.ts'
import { penOf } from './pen.ts'
import { unwrapWoff2 } from './unwrap-woff2.ts'
import { writePdf } from './write-pdf.ts'

const bidi = bidiFactory()

const sheet: Sheet = {
  language: 'en',
  title: 'Bill',
  code: 'K7PW3RTX',
  network: 'Synod of the Plains',
  address: ['12 Prairie Road', 'Lincoln, NE 68501'],
  contact: ['Naomi Cook', 'treasurer@synod.example', '+1 402 555 0101'],
  payor: ['Ann Paper', 'Grace Chapel'],
  facts: [
    { label: 'Code', value: 'K7PW3RTX' },
    { label: 'Due', value: 'Jun 30, 2026' },
  ],
  items: [
    { label: 'Annual dues', detail: 'By resolution of the assembly', amount: '$123.45' },
    { label: 'Payment received', detail: 'Apr 3, 2026 · Check by mail · 10x42', amount: '−$40.00' },
  ],
  open: { label: 'Open, due Jun 30, 2026', value: '$83.45' },
  stamp: null,
  note: null,
  pay: {
    heading: 'How to pay',
    memo: { label: 'Memo', value: 'K7PW3RTX Ann Paper' },
    methods: [
      { name: 'Zelle', steps: 'Send to:', details: [{ label: 'Zelle', value: 'pay@example.org' }] },
      { name: 'Check by mail', steps: 'Mail it.', details: [{ label: 'Mail to', value: '12 Prairie Road\nLincoln, NE 68501' }] },
    ],
  },
  online: { text: 'Open', picture: 'QR code', url: 'https://dues.example.org/pay/Zb3k9_abcdefGHIJKLmnop' },
  slip: {
    cut: 'Cut off here',
    to: { label: 'Mail to', lines: ['12 Prairie Road'] },
    rows: [
      { label: 'Payor', value: 'Ann Paper' },
      { label: 'Amount open', value: '$83.45' },
    ],
    enclosed: 'Amount enclosed',
  },
  unprintable: 'Letters are missing.',
}

const pagesOf = async (sheets: readonly Sheet[], size: PaperSize = 'letter') => {
  const chunks: Buffer[] = []
  for await (const chunk of writePdf(sheets, { size, title: 'bill-K7PW3RTX', at: '2026-04-05T10:00:00.000Z' as Instant })) chunks.push(chunk)
  return readPdf(Buffer.concat(chunks))
}
const named = (payor: string): Sheet => ({ ...sheet, payor: [payor] })

test('a sheet prints its whole description on one page of its size, and its QR code is a link', async () => {
  for (const [size, mediaBox] of [
    ['letter', [0, 0, 612, 792]],
    ['a4', [0, 0, 595.275_59, 841.889_76]],
  ] as const) {
    const [page, ...more] = await pagesOf([sheet], size)
    expect(more).toEqual([])
    expect(page?.mediaBox.map((side) => Math.round(side * 10))).toEqual(mediaBox.map((side) => Math.round(side * 10)))
    const said: string[] = []
    JSON.stringify(sheet, (key, value: unknown) => {
      if (typeof value === 'string' && key !== 'language' && key !== 'unprintable' && key !== 'picture') said.push(...value.split('\n'))
      return value
    })
    // 'code' is printed among the facts.
    expect(said.length).toBeGreaterThan(40)
    for (const words of said) expect(page?.text).toContain(words)
    expect(page?.text).not.toContain(sheet.unprintable)
    expect(page?.links).toEqual([sheet.online?.url])
  }
})

test('prints names of many scripts, and with characters special to PDF and HTML, unchanged', async () => {
  for (const name of [
    'Žofia Ñandú-Müller',
    'Ruth <b>O(\\Neil)</b> & "Co"',
    'Иван Петров',
    'Σωκράτης',
    'Nguyễn Thị Hạnh',
    'Łukasz Świątek',
    'ruth -> 3x4',
  ])
    expect((await pagesOf([named(name)]))[0]?.lines, name).toContain(name)
})

/** A file holds right-to-left words in the order of drawing. */
const drawn = (text: string) => bidi.getReorderedString(text, bidi.getEmbeddingLevels(text))
const receipt: Sheet = { ...sheet, title: 'Receipt', stamp: 'Paid', pay: null, slip: null }
const scripts = {
  'Latin with accents': 'Žofia Ñandú-Müller Nguyễn',
  Cyrillic: 'Иван Петров Ґалаґан',
  Greek: 'Σωκράτης Παπαδόπουλος Ἀριστοτέλης',
  Korean: '김민수 요한 남궁뷁',
  'simplified Chinese': '王小明 欧阳龙',
  'traditional Chinese': '歐陽龍 (黃)',
  Japanese: '山田太郎 さくら サクラ',
  Arabic: 'محمد علي عبد الله',
  Hebrew: 'שלום כהן-לוי',
  Devanagari: 'राम शर्मा क्षत्रिय श्री',
  Thai: 'สมชาย ใจดี นักบุญยอห์น',
  emoji: 'Ann 🎉🙏👩‍👩‍👧',
}

test.each(Object.entries(scripts))('draws names in %s on a bill and a receipt, as text that can be copied', async (_, name) => {
  for (const kind of [sheet, receipt]) {
    const [page] = await pagesOf([{ ...kind, payor: [name], network: name, items: [{ label: name, detail: name, amount: '$1.00' }] }])
    const bare = (text: string) => text.replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    expect(page?.lines.filter((line) => bare(line).includes(bare(drawn(name)))).length).toBeGreaterThanOrEqual(3)
    expect(page?.text).not.toContain('?')
    expect(page?.text).not.toContain(sheet.unprintable)
    expect(page?.notdef).toBe(0)
  }
})

test('draws a right-to-left name in order beside a left-to-right one', async () => {
  const [page] = await pagesOf([named('Ruth כהן (משה) 12')])
  // Brackets open to the other side, and figures keep their order.
  expect(page?.lines).toContain('Ruth 12 (השמ) ןהכ')
})

test('joins Arabic letters, and draws Hindi vowels before their consonant', () => {
  const [alone = [], joined = []] = ['ب', 'ببب'].map((text) =>
    runsOf(text, 400).runs.flatMap(({ is, text: run }) => is.font.layout(run).glyphs.map(({ id }) => id)),
  )
  // The letter has three forms at the start, in the middle and at the end, all different from its isolated form; the
  // dot is the same.
  expect(new Set(joined.filter((id) => !alone.includes(id))).size).toBe(3)
  const hindi = runsOf('कि', 400).runs.flatMap(({ is, text }) => is.font.layout(text).glyphs.map(({ codePoints }) => codePoints[0]))
  expect(hindi).toEqual([0x93f, 0x915])
})

test('unpacks a font file to the outlines that fontkit reads in it', () => {
  const woff2 = readFileSync(
    createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2'),
  )
  const [packed, unpacked] = [woff2, unwrapWoff2(woff2).file].map((file) => create(file) as Font)
  expect(packed?.numGlyphs).toBeGreaterThan(100)
  const outlinesIn = (font: Font | undefined) => Array.from({ length: packed?.numGlyphs ?? 0 }, (_, id) => font?.getGlyph(id).path.toSVG())
  expect(outlinesIn(unpacked)).toEqual(outlinesIn(packed))
})

test('sets blocks in no more columns than asked for, about equally high', () => {
  const places: [x: number, y: number][] = []
  const block = { height: 10, draw: (x: number, y: number) => void places.push([x, y]) }
  inColumns([block, block, block], 2, 100, 4).draw(0, 0)
  expect(places).toEqual([
    [0, 0],
    [0, 14],
    [100, 0],
  ])
})

test('breaks text without spaces within its box, at words and never within a letter', () => {
  const pen = penOf(new PDFDocument({ autoFirstPage: false }))
  const style = { size: 10, leading: 13 }
  for (const name of Object.values(scripts)) {
    const text = name.replaceAll(' ', '').repeat(20)
    const lines = pen.linesOf(text, style, 100)
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join('')).toBe(text)
    for (const line of lines) {
      expect(pen.widthOf(line, style), line).toBeLessThanOrEqual(100)
      expect(line).not.toMatch(/^\p{M}/u)
    }
  }
  for (const line of pen.linesOf('นักบุญยอห์น'.repeat(20), style, 100)) expect(line).toMatch(/^(นัก|บุญ|ยอห์น)/)
  for (const line of pen.linesOf('王小明，'.repeat(20), style, 100)) expect(line).not.toMatch(/^，/)
})

test("opens each of a text's hundred font files once", async () => {
  const name = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x4e00 + index * 101)).join('')
  await pagesOf([named(name)])
  const before = openFiles()
  expect(before).toBeGreaterThan(70)
  const from = performance.now()
  const [page] = await pagesOf([{ ...named(name), network: name, items: [{ label: name, detail: name, amount: '$1.00' }] }])
  expect(performance.now() - from).toBeLessThan(3_000)
  expect([openFiles(), page?.notdef]).toEqual([before, 0])
})

test('prints question marks for letters that no font has, which still copy as the letters, and says so below the code', async () => {
  for (const name of ['ខ្មែរ', 'አበበ']) {
    const [page] = await pagesOf([named(`Ruth ${name}`)])
    for (const letter of name) expect(page?.text, name).toContain(letter)
    expect(page?.notdef).toBe(0)
    const lines = page?.lines ?? []
    expect(lines[lines.findIndex((line) => line.endsWith('CodeK7PW3RTX')) + 1]).toBe(sheet.unprintable)
  }
})

test('drops characters that reverse the writing direction', async () => {
  const [page] = await pagesOf([named('Ruth \u202Eevil\u0000\uD800')])
  expect(page?.lines).toContain('Ruth evil')
  expect(page?.text).not.toContain('\u202E')
})

test('any text of any length stays on one page, above the slip', async () => {
  const long = 'Word of a very long name '.repeat(40)
  const method = { name: long, steps: long, details: [{ label: long, value: 'x'.repeat(500) }] }
  const much: Sheet = {
    ...sheet,
    network: long,
    address: Array.from({ length: 5 }, () => long),
    payor: [long, long],
    items: Array.from({ length: 12 }, () => ({ label: long, detail: long, amount: '$9,999,999.99' })),
    pay: sheet.pay && { ...sheet.pay, methods: Array.from({ length: 7 }, () => method) },
  }
  expect(await pagesOf([much, much], 'a4')).toHaveLength(2)
})

test('every way to pay fits whole above the slip, in smaller letters only if necessary', async () => {
  const account = [
    'Bank name: First Prairie Bank',
    'Recipient name: Synod of the Plains',
    'Routing number: 123123123',
    'Account number: 000987654321',
  ]
  const details = account.map((each) => ({ label: each.split(': ')[0] ?? '', value: each.split(': ')[1] ?? '' }))
  const ways = ['Card or bank debit', 'Zelle', 'ACH', 'Wire', 'PayPal', 'Venmo', 'Cash App', 'Check by mail']
  const withWays = (count: number): Sheet => ({
    ...sheet,
    pay: sheet.pay && {
      ...sheet.pay,
      methods: ways.slice(0, count).map((name) => ({ name, steps: 'Set up a bank transfer to this account, with the memo above.', details })),
    },
  })
  for (const size of ['letter', 'a4'] as const)
    for (const count of [2, 7, 8]) {
      const [page] = await pagesOf([withWays(count)], size)
      const slip = page?.lines.indexOf('Cut off here') ?? -1
      expect(slip).toBeGreaterThan(0)
      expect(Math.min(...(page?.heights.slice(0, slip) ?? [])), `${count} on ${size}`).toBeGreaterThan(page?.heights[slip] ?? 0)
      expect(page?.sizes[0], `${count} on ${size}`).toBeGreaterThanOrEqual(count === 2 ? 10 : 6)
    }
})

test('a sheet is read aloud in its language and order, and no letter is smaller than ten points', async () => {
  const chunks: Buffer[] = []
  for await (const chunk of writePdf([sheet], { size: 'letter', title: 'bill', at: '2026-04-05T10:00:00.000Z' as Instant })) chunks.push(chunk)
  const file = Buffer.concat(chunks).toString('latin1')
  expect(file).toContain('/Marked true')
  expect([...file.matchAll(/\/S \/(\w+)/g)].map(([, tag]) => tag)).toEqual(expect.arrayContaining(['Sect', 'H1', 'H2', 'P', 'Figure']))
  expect(file).toContain(`/Lang (${sheet.language})`)
  const [page] = readPdf(Buffer.concat(chunks))
  expect(page?.sizes[0]).toBeGreaterThanOrEqual(10)
})

test('breaks a long address at its natural places', async () => {
  const method = { name: 'Zelle', steps: 'Send to:', details: [{ label: 'Zelle', value: 'bookkeeping@elmsworth-fellowship.example' }] }
  const [page] = await pagesOf([{ ...sheet, pay: sheet.pay && { ...sheet.pay, methods: Array.from({ length: 5 }, () => method) } }])
  // Columns share their lines.
  const lines = page?.lines.join('\n') ?? ''
  expect(lines.match(/@elmsworth-fellowship(?=@|\n)/g)).toHaveLength(5)
  expect(lines).not.toContain('bookkeeping@')
})

test('prints sheets as separate pages, in their order', async () => {
  const pages = await pagesOf(['Ann', 'Ben', 'Cleo'].map(named))
  expect(pages.map(({ lines }) => ['Ann', 'Ben', 'Cleo'].filter((name) => lines.includes(name)))).toEqual([['Ann'], ['Ben'], ['Cleo']])
})

test('makes a file of any length at the speed of its reader, and stops when the reader does', async () => {
  let [read, ended] = [0, false]
  const endless = async function* () {
    try {
      for (;;) {
        read += 1
        yield named(`Payor ${read}`)
      }
    } finally {
      ended = true
    }
  }
  const file = writePdf(endless(), { size: 'letter', title: 'bills', at: '2026-04-05T10:00:00.000Z' as Instant })
  for (let chunk = 0; chunk < 3; chunk += 1) expect((await file.next()).done).toBe(false)
  expect(read).toBeLessThan(5)
  await file.return(undefined)
  expect(ended).toBe(true)
})

test('the envelope window shows the payor, and no other text of the sheet', () => {
  const { letter, a4 } = papers
  const inch = 25.4
  // The area that a #10 window always shows, and the area that it may show: see papers.
  expect(letter.left).toBeGreaterThanOrEqual(0.875 * inch)
  expect([letter.window >= 2.5 * inch, letter.windowEnd <= 3.17 * inch]).toEqual([true, true])
  expect([letter.headEnd <= 2.04 * inch, letter.body >= 3.63 * inch, letter.facts >= 5.375 * inch]).toEqual([true, true, true])
  expect([a4.left, a4.window >= 62.7, a4.windowEnd <= 90, a4.headEnd <= 45, a4.facts]).toEqual([25, true, true, true, 125])
})
