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

const COMPOSITE = 0xffff
const [WORDS, SCALE, MORE, SCALE_XY, MATRIX, INSTRUCTIONS] = [0x1, 0x8, 0x20, 0x40, 0x80, 0x100]
const NOTHING = Buffer.alloc(0)

type Step = readonly [dx: number, dy: number]

const signed = (flag: number, size: number): number => (flag & 1 ? size : -size)

/**
 * The step from one point to the next, packed into one to four bytes after a flag (w3.org/TR/WOFF2, triplet encoding).
 */
const stepOf = (flag: number, from: Reader): Step => {
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + from.u8())]
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + from.u8()), 0]
  if (flag < 84) {
    const [rest, byte] = [flag - 20, from.u8()]
    return [signed(flag, 1 + (rest & 0x30) + (byte >> 4)), signed(flag >> 1, 1 + ((rest & 0xc) << 2) + (byte & 15))]
  }
  if (flag < 120) {
    const rest = flag - 84
    return [signed(flag, 1 + (Math.floor(rest / 12) << 8) + from.u8()), signed(flag >> 1, 1 + (((rest % 12) >> 2) << 8) + from.u8())]
  }
  if (flag < 124) {
    const [first, middle, last] = [from.u8(), from.u8(), from.u8()]
    return [signed(flag, (first << 4) + (middle >> 4)), signed(flag >> 1, ((middle & 15) << 8) + last)]
  }
  return [signed(flag, from.u16()), signed(flag >> 1, from.u16())]
}

const compositeOf = (from: Reader): { parts: Buffer; hasInstructions: boolean } => {
  const parts: Buffer[] = []
  let [flags, hasInstructions] = [MORE, false]
  while (flags & MORE) {
    const head = from.take(4)
    flags = head.readUInt16BE()
    hasInstructions ||= Boolean(flags & INSTRUCTIONS)
    const scale = flags & SCALE ? 2 : flags & SCALE_XY ? 4 : flags & MATRIX ? 8 : 0
    parts.push(head, from.take((flags & WORDS ? 4 : 2) + scale))
  }
  return { parts: Buffer.concat(parts), hasInstructions }
}

const boundsOf = (points: readonly Step[]): Buffer => {
  const bounds = Buffer.alloc(8)
  let [x, y, left, bottom, right, top] = [0, 0, Infinity, Infinity, -Infinity, -Infinity]
  for (const [dx, dy] of points) {
    x += dx
    y += dy
    left = Math.min(left, x)
    bottom = Math.min(bottom, y)
    right = Math.max(right, x)
    top = Math.max(top, y)
  }
  for (const [index, side] of [left, bottom, right, top].entries()) bounds.writeInt16BE(side, index * 2)
  return bounds
}

/** The TrueType tables `glyf` and `loca`, from the streams into which WOFF2 sorts their content. */
export const untransformGlyphs = (packed: Buffer): { glyf: Buffer; loca: Buffer } => {
  const all = readerOf(packed)
  all.take(4)
  const count = all.u16()
  all.take(2)
  const sizes = Array.from({ length: 7 }, () => all.u32())
  const streams = sizes.map((size) => all.take(size))
  const [contours, pointCounts, flags, coordinates, composites, bounds, instructions] = [0, 1, 2, 3, 4, 5, 6].map((index) =>
    readerOf(streams[index] ?? NOTHING),
  )
  if (!contours || !pointCounts || !flags || !coordinates || !composites || !bounds || !instructions) throw new Error('A font file lacks its glyphs.')
  const hasBounds = bounds.take(4 * ((count + 31) >> 5))

  const simpleOf = (ends: number, given: Buffer | null): Buffer => {
    const head = Buffer.alloc(2 + 2 * ends)
    let total = 0
    for (let contour = 0; contour < ends; contour += 1) {
      total += pointCounts.short255()
      head.writeUInt16BE(total - 1, contour * 2)
    }
    const drawn = Array.from({ length: total }, () => flags.u8())
    const steps = drawn.map((flag) => stepOf(flag & 0x7f, coordinates))
    const hints = coordinates.short255()
    head.writeUInt16BE(hints, 2 * ends)
    const body = Buffer.alloc(total * 5)
    for (const [index, [dx, dy]] of steps.entries()) {
      body.writeUInt8((drawn[index] ?? 0) & 0x80 ? 0 : 1, index)
      body.writeInt16BE(dx, total + index * 2)
      body.writeInt16BE(dy, total * 3 + index * 2)
    }
    return Buffer.concat([given ?? boundsOf(steps), head, instructions.take(hints), body])
  }
  const compositeGlyph = (given: Buffer | null): Buffer => {
    const { parts, hasInstructions } = compositeOf(composites)
    if (!hasInstructions) return Buffer.concat([given ?? Buffer.alloc(8), parts])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(coordinates.short255())
    return Buffer.concat([given ?? Buffer.alloc(8), parts, length, instructions.take(length.readUInt16BE())])
  }

  const glyphs: Buffer[] = []
  const loca = Buffer.alloc(4 * (count + 1))
  let offset = 0
  for (let glyph = 0; glyph < count; glyph += 1) {
    const kind = contours.take(2)
    const ends = kind.readUInt16BE()
    const given = (hasBounds[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7)) ? bounds.take(8) : null
    if (ends > 0) {
      const written = Buffer.concat([kind, ends === COMPOSITE ? compositeGlyph(given) : simpleOf(ends, given)])
      const padding = Buffer.alloc(-written.length & 3)
      glyphs.push(written, padding)
      offset += written.length + padding.length
    }
    loca.writeUInt32BE(offset, 4 * (glyph + 1))
  }
  return { glyf: Buffer.concat(glyphs), loca }
}
