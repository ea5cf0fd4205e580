import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20

/**
 * The typeface within a WOFF file, as it was before it was compressed (w3.org/TR/WOFF, an sfnt): fontkit would inflate a table again for each
 * letter that it embeds.
 */
export const unwrapWoff = (woff: Buffer): Buffer => {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = HEADER + index * ENTRY
    const [offset, packed, whole] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return { tag: woff.subarray(at, at + 4), checksum: woff.subarray(at + 16, at + 20), bytes: packed < whole ? inflateSync(bytes) : bytes }
  })
  const directory = Buffer.alloc(12 + 16 * count)
  const power = Math.floor(Math.log2(count))
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  directory.writeUInt16BE(16 * 2 ** power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(16 * (count - 2 ** power), 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + 16 * index
    tag.copy(directory, at)
    checksum.copy(directory, at + 4)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(bytes.length, at + 12)
    const padding = Buffer.alloc(-bytes.length & 3)
    parts.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}
