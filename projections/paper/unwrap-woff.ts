import { inflateSync } from 'node:zlib'
import { sfntOf } from './sfnt.ts'

const HEADER = 44
const ENTRY = 20

/** The uncompressed font of a WOFF file (w3.org/TR/WOFF, an sfnt): fontkit would inflate a table again for each letter that it embeds. */
export const unwrapWoff = (woff: Buffer): Buffer => {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = HEADER + index * ENTRY
    const [offset, packed, whole] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return { tag: woff.subarray(at, at + 4), bytes: packed < whole ? inflateSync(bytes) : bytes }
  })
  return sfntOf(woff.subarray(4, 8), tables)
}
