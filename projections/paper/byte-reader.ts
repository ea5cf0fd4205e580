/** Reads a part of a WOFF2 file from its start to its end. */
export const readerOf = (bytes: Buffer) => {
  let at = 0
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error('A font file ends too early.')
    at += length
    return bytes.subarray(at - length, at)
  }
  const u8 = (): number => {
    at += 1
    return bytes.readUInt8(at - 1)
  }
  const u16 = (): number => take(2).readUInt16BE()
  return {
    u8,
    u16,
    u32: (): number => take(4).readUInt32BE(),
    take,
    /** Seven bits a byte, the highest bit set on all but the last. */
    base128: () => {
      let value = 0
      for (let count = 0; count < 5; count += 1) {
        const byte = u8()
        value = value * 128 + (byte & 0x7f)
        if (byte < 0x80) return value
      }
      throw new Error('A number in a font file is too long.')
    },
    short255: () => {
      const code = u8()
      if (code === 253) return u16()
      if (code === 254) return u8() + 506
      return code === 255 ? u8() + 253 : code
    },
  }
}
export type Reader = ReturnType<typeof readerOf>
