import { brotliDecompressSync } from 'node:zlib'
import { sfntOf } from './sfnt.ts'
import { type Reader, readerOf, untransformGlyphs } from './woff2-glyphs.ts'

/** Tags by their number in a table directory, in the order of the specification. */
const TAGS = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB ' +
  'EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf ' +
  'Silf Glat Gloc Feat Sill'
)
  .replaceAll('_', ' ')
  .match(/\S.{3}(?= |$)/g)
const CUSTOM_TAG = 63

const entryOf = (reader: Reader) => {
  const flags = reader.u8()
  const tag = (flags & 63) === CUSTOM_TAG ? reader.take(4).toString('latin1') : (TAGS?.[flags & 63] ?? '')
  const version = flags >> 6
  const isGlyphs = tag === 'glyf' || tag === 'loca'
  const transformed = isGlyphs ? version === 0 : version !== 0
  if (transformed && !isGlyphs) throw new Error(`The table ${tag} of a font file is packed in an unknown way.`)
  const length = reader.base128()
  return { tag, transformed, length: transformed ? reader.base128() : length }
}

/**
 * The font of a WOFF2 file, as TrueType (w3.org/TR/WOFF2). fontkit reads WOFF2 with a Brotli decoder in JavaScript,
 * which takes up to a second for a file, and cannot set such a file in another weight.
 */
export const unwrapWoff2 = (woff2: Buffer): { file: Buffer; tables: ReadonlyMap<string, Buffer> } => {
  const reader = readerOf(woff2)
  reader.take(4)
  const flavor = reader.take(4)
  reader.take(4)
  const count = reader.u16()
  reader.take(6)
  const packed = reader.u32()
  reader.take(24)
  const entries = Array.from({ length: count }, () => entryOf(reader))
  const data = readerOf(brotliDecompressSync(reader.take(packed)))
  const tables = new Map(entries.map(({ tag, length }) => [tag, data.take(length)]))
  const glyphs = tables.get('glyf')
  const head = tables.get('head')
  if (glyphs && head && entries.some(({ tag, transformed }) => tag === 'glyf' && transformed)) {
    const { glyf, loca } = untransformGlyphs(glyphs)
    tables.set('glyf', glyf).set('loca', loca)
    const long = Buffer.from(head)
    // Marks the offsets of glyphs as 32 bits wide.
    long.writeInt16BE(1, 50)
    tables.set('head', long)
  }
  const file = sfntOf(
    flavor,
    [...tables].map(([tag, bytes]) => ({ tag: Buffer.from(tag, 'latin1'), bytes })),
  )
  return { file, tables }
}
