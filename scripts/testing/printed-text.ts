import { inflateSync } from 'node:zlib'

const objectsOf = (pdf: Buffer): ReadonlyMap<string, string> => {
  const source = pdf.toString('latin1')
  const objects = new Map<string, string>()
  for (const { 1: id = '', index } of source.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const head = source.slice(index, source.indexOf('>> stream\n', index))
    const length = /\/Length (\d+)$/.exec(head)?.[1]
    const at = index + head.length + '>> stream\n'.length
    objects.set(
      id,
      length === undefined || head.includes('endobj')
        ? source.slice(index, source.indexOf('\nendobj', index))
        : head.includes('/FlateDecode')
          ? inflateSync(pdf.subarray(at, at + Number(length))).toString('latin1')
          : source.slice(at, at + Number(length)),
    )
  }
  return objects
}

type Font = Readonly<{ letters: ReadonlyMap<number, string>; digits: number }>

/** The letter of each glyph of a font, and the number of hex digits of a glyph. */
const lettersOf = (cmap: string): Font => {
  const letters = new Map<number, string>()
  const number = (hex: string) => Number.parseInt(hex, 16)
  for (const [, list = ''] of cmap.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, code = '', letter = ''] of list.matchAll(/<(\w+)> <(\w{4})/g)) letters.set(number(code), String.fromCharCode(number(letter)))
  for (const [, list = ''] of cmap.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', letter = ''] of list.matchAll(/<(\w+)> <(\w+)> <(\w{4})>/g))
      for (let code = number(from); code <= number(to); code += 1) letters.set(code, String.fromCharCode(number(letter) + code - number(from)))
  return { letters, digits: /beginbf(?:char|range)\n<(\w+)>/.exec(cmap)?.[1]?.length ?? 4 }
}

/** The text of each page of a PDF that Chromium printed, each piece of text on its own line. */
export const printedText = (pdf: Buffer): string[] => {
  const objects = objectsOf(pdf)
  const at = (id: string | undefined): string => objects.get(id ?? '') ?? ''
  const pages = /\/Type \/Pages[\s\S]*?\/Kids \[([^\]]*)\]/.exec([...objects.values()].find((object) => object.includes('/Type /Pages')) ?? '')?.[1]
  return [...(pages ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = at(id)
    const fonts = new Map(
      [...(/\/Font <<([\s\S]*?)>>/.exec(page)?.[1] ?? '').matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', font]) => [
        name,
        lettersOf(at(/\/ToUnicode (\d+) 0 R/.exec(at(font))?.[1])),
      ]),
    )
    let [font, text] = ['', '']
    for (const [, face, place, glyphs] of at(/\/Contents (\d+) 0 R/.exec(page)?.[1]).matchAll(/\/(\w+) [\d.]+ Tf|( Tm)\n|<(\w+)> Tj/g)) {
      if (face) font = face
      else if (place) text += '\n'
      else {
        const { letters, digits } = fonts.get(font) ?? lettersOf('')
        for (const code of glyphs?.match(new RegExp(`\\w{${digits}}`, 'g')) ?? []) text += letters.get(Number.parseInt(code, 16)) ?? ''
      }
    }
    // Replaces ligatures by separate letters.
    return text.replaceAll(/[\uFB00-\uFB06]/g, (letters) => letters.normalize('NFKC')).trim()
  })
}
