import { inflateSync } from 'node:zlib'

type PdfPage = Readonly<{
  mediaBox: readonly number[]
  lines: readonly string[]
  text: string
  links: readonly string[]
  notdef: number
  sizes: readonly number[]
  heights: readonly number[]
}>

type Parts = Readonly<{ head: string; stream: string }>

/** The numbered objects of a file, each with its stream inflated. */
const objectsOf = (pdf: Buffer): ReadonlyMap<string, Parts> => {
  const source = pdf.toString('latin1')
  const objects = new Map<string, Parts>()
  for (const { 1: id = '', index } of source.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = source.indexOf('obj\n', index) + 4
    const length = /\/Length (\d+)/.exec(source.slice(from, source.indexOf('\nendobj', from)))?.[1]
    const at = source.indexOf('stream\n', from)
    const end = source.indexOf('\nendobj', from)
    if (length === undefined || at === -1 || at > end + 7) {
      objects.set(id, { head: source.slice(from, end), stream: '' })
      continue
    }
    const bytes = pdf.subarray(at + 7, at + 7 + Number(length))
    const head = source.slice(from, at)
    objects.set(id, { head, stream: head.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1') })
  }
  return objects
}

const utf16 = (hex: string): string => Buffer.from(hex.replace(/\s/g, ''), 'hex').swap16().toString('utf16le')

const lettersOf = (cmap: string): ReadonlyMap<number, string> => {
  const letters = new Map<number, string>()
  for (const [, first = '0', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) letters.set(Number.parseInt(first, 16) + index, utf16(hex))
  return letters
}

/** Reads a PDF string literal: Latin, or UTF-16 behind a byte order mark. */
const unescaped = (written: string): string => {
  const bytes = written.replace(/\\([nrtbf()\\])/g, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[letter] ?? letter)
  const buffer = Buffer.from(bytes, 'latin1')
  return bytes.startsWith('\xfe\xff') ? buffer.subarray(2).swap16().toString('utf16le') : bytes
}

const TOKENS =
  /\/Span <<\s*\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)\s*>> BDC|\b(EMC)\b|\/(\w+) [\d.]+ Tf|1 0 0 1 [-\d.]+ ([-\d.]+) Tm|\[([^\]]*)\] TJ/g

/**
 * Size and text of the pages of a PDF by pdfkit, line by line, right-to-left words as they are drawn. `notdef`: count
 * of boxes for missing glyphs. `sizes`: font sizes in points, ascending. `heights`: the height of each line above the
 * foot of the page, in points.
 */
export const readPdf = (pdf: Buffer): PdfPage[] => {
  const objects = objectsOf(pdf)
  const of = (id: string | undefined): Parts => objects.get(id ?? '') ?? { head: '', stream: '' }
  const refsIn = (text: string) => [...text.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, id] as const)
  const kids = /\/Kids \[([^\]]*)\]/.exec([...objects.values()].find(({ head }) => head.includes('/Type /Pages'))?.head ?? '')?.[1] ?? ''
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const { head } = of(id)
    const named = new Map(refsIn(head))
    const fonts = new Map(
      refsIn(/\/Font <<([\s\S]*?)>>/.exec(of(named.get('Resources')).head)?.[1] ?? '').map(([name, font]) => [
        name,
        lettersOf(of(new Map(refsIn(of(font).head)).get('ToUnicode')).stream),
      ]),
    )
    const rows = new Map<string, string>()
    let [font, y, pending, actual, notdef] = ['', '', '', false, 0]
    const add = (text: string) => rows.set(y, (rows.get(y) ?? '') + text)
    for (const [, said, ended, face, height, glyphs] of of(named.get('Contents')).stream.matchAll(TOKENS)) {
      if (said !== undefined) {
        pending = unescaped(said)
        actual = true
      } else if (ended) actual = false
      else if (face) font = face
      else if (height) {
        // A new text begins a line at its height, except for raised marks within a span of ActualText.
        if (!actual || pending !== '') y = height
        add(pending)
        pending = ''
      } else {
        const drawn = [...(glyphs ?? '').matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        notdef += drawn.filter((glyph) => glyph === '0000').length
        if (!actual) add(drawn.map((glyph) => fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? '').join(''))
      }
    }
    const lines = [...rows.values()]
    const links = [...(/\/Annots \[([^\]]*)\]/.exec(head)?.[1]?.matchAll(/(\d+) 0 R/g) ?? [])].map(([, one]) => {
      const { head: annotation } = of(one)
      return /\/URI \(([^)]*)\)/.exec(annotation + of(new Map(refsIn(annotation)).get('A')).head)?.[1] ?? ''
    })
    const sizes = [...of(named.get('Contents')).stream.matchAll(/\/\w+ ([\d.]+) Tf/g)].map(([, size]) => Number(size)).sort((a, b) => a - b)
    return {
      mediaBox: (/\/MediaBox \[([^\]]*)\]/.exec(head)?.[1] ?? '').split(' ').map(Number),
      lines,
      text: lines.join('\n'),
      links,
      notdef,
      sizes,
      heights: [...rows.keys()].map(Number),
    }
  })
}
