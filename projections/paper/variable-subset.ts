import type { Font, Glyph } from 'fontkit'
import { sfntOf } from './sfnt.ts'

type Point = Readonly<{ x: number; y: number; on: boolean }>
type Tables = ReadonlyMap<string, Buffer>

/** The outline of a glyph in the weight of its font, contour by contour. */
const contoursOf = ({ path }: Glyph): Point[][] => {
  const contours: Point[][] = []
  for (const { command, args } of path.commands) {
    if (command === 'moveTo') contours.push([])
    for (let at = 0; at < args.length; at += 2)
      contours.at(-1)?.push({ x: Math.round(args[at] ?? 0), y: Math.round(args[at + 1] ?? 0), on: at === args.length - 2 })
  }
  return contours.filter(({ length }) => length > 0)
}

const glyphTable = (glyph: Glyph): Buffer => {
  const contours = contoursOf(glyph)
  const points = contours.flat()
  if (points.length === 0) return Buffer.alloc(0)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const head = Buffer.alloc(12 + 2 * contours.length)
  for (const [index, value] of [contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].entries())
    head.writeInt16BE(value, index * 2)
  let end = -1
  for (const [index, { length }] of contours.entries()) {
    end += length
    head.writeUInt16BE(end, 10 + index * 2)
  }
  const deltas = (values: readonly number[]): Buffer => {
    const written = Buffer.alloc(values.length * 2)
    for (const [index, value] of values.entries()) written.writeInt16BE(value - (values[index - 1] ?? 0), index * 2)
    return written
  }
  const body = Buffer.concat([head, Buffer.from(points.map(({ on }) => (on ? 1 : 0))), deltas(xs), deltas(ys)])
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)])
}

const changed = (table: Buffer | undefined, at: number, value: number): Buffer => {
  const copy = Buffer.from(table ?? [])
  copy.writeUInt16BE(value, at)
  return copy
}

/**
 * The glyphs of a variable font that a document uses, in one weight, as a font to embed. fontkit fails to write them:
 * its encoder needs another version of its stream library.
 */
export const variableSubset = (font: Font, tables: Tables) => {
  const glyphs = [0]
  const places = new Map([[0, 0]])
  return {
    includeGlyph: (glyph: number | Glyph): number => {
      const id = typeof glyph === 'number' ? glyph : glyph.id
      const known = places.get(id)
      if (known !== undefined) return known
      places.set(id, glyphs.length)
      return glyphs.push(id) - 1
    },
    encode: (): Uint8Array => {
      const used = glyphs.map((id) => font.getGlyph(id))
      const outlines = used.map(glyphTable)
      const [loca, hmtx] = [Buffer.alloc(4 * (used.length + 1)), Buffer.alloc(4 * used.length)]
      let offset = 0
      for (const [index, glyph] of used.entries()) {
        hmtx.writeUInt16BE(Math.round(glyph.advanceWidth), index * 4)
        const outline = outlines[index] ?? Buffer.alloc(0)
        if (outline.length > 0) hmtx.writeInt16BE(outline.readInt16BE(2), index * 4 + 2)
        offset += outline.length
        loca.writeUInt32BE(offset, 4 * (index + 1))
      }
      const written = {
        glyf: Buffer.concat(outlines),
        head: changed(tables.get('head'), 50, 1),
        hhea: changed(tables.get('hhea'), 34, used.length),
        hmtx,
        loca,
        maxp: changed(tables.get('maxp'), 4, used.length),
      }
      return sfntOf(
        Buffer.from([0, 1, 0, 0]),
        Object.entries(written).map(([tag, bytes]) => ({ tag: Buffer.from(tag), bytes })),
      )
    },
  }
}
