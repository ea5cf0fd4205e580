export type Table = Readonly<{ tag: Buffer; bytes: Buffer }>

/** Builds a font file from its tables. Checksums stay zero: fontkit does not read them. */
export const sfntOf = (flavor: Buffer, tables: readonly Table[]): Buffer => {
  const count = tables.length
  const directory = Buffer.alloc(12 + 16 * count)
  const power = Math.floor(Math.log2(count))
  flavor.copy(directory)
  directory.writeUInt16BE(count, 4)
  directory.writeUInt16BE(16 * 2 ** power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(16 * (count - 2 ** power), 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [index, { tag, bytes }] of tables.entries()) {
    const at = 12 + 16 * index
    tag.copy(directory, at)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(bytes.length, at + 12)
    const padding = Buffer.alloc(-bytes.length & 3)
    parts.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}
