import type { Pen, Style, Tag } from './pen.ts'

/** A part of a sheet whose height is known before it is drawn. */
export type Block = Readonly<{ height: number; draw: (x: number, y: number) => void }>

const nothing: Block = { height: 0, draw: () => {} }
export const space = (height: number): Block => ({ ...nothing, height })

type Setting = Readonly<{ align?: 'right'; most?: number; as?: Tag }>

export const text = (pen: Pen, words: string, style: Style, width: number, { align, most, as = 'P' }: Setting = {}): Block => {
  const lines = words === '' ? [] : pen.linesOf(words, style, width, most)
  return {
    height: lines.length * style.leading,
    draw: (x, y) => {
      if (lines.length === 0) return
      pen.element(as, () =>
        lines.forEach((line, index) => {
          const baseline = y + index * style.leading + (style.leading - style.size) / 2 + style.size * 0.8
          pen.draw(line, align ? x + width - pen.widthOf(line, style) : x, baseline, style)
        }),
      )
    },
  }
}

export const rule = (pen: Pen, width: number, { dash = false, colour = '#b9b4ab', room = 0 } = {}): Block => ({
  height: 2 * room,
  draw: (x, y) =>
    pen.decoration(() => {
      pen.doc.save().lineWidth(0.6).strokeColor(colour)
      if (dash) pen.doc.dash(3, { space: 3 })
      pen.doc
        .moveTo(x, y + room)
        .lineTo(x + width, y + room)
        .stroke()
        .restore()
    }),
})

export const stack = (blocks: readonly Block[]): Block => ({
  height: blocks.reduce((sum, { height }) => sum + height, 0),
  draw: (x, y) => {
    let at = y
    for (const block of blocks) {
      block.draw(x, at)
      at += block.height
    }
  },
})

/** Blocks side by side, each at its distance from the left. */
export const beside = (blocks: readonly (readonly [from: number, block: Block])[]): Block => ({
  height: Math.max(0, ...blocks.map(([, { height }]) => height)),
  draw: (x, y) => {
    for (const [from, block] of blocks) block.draw(x + from, y)
  },
})

/** The number of blocks from `first` on that fit below each other in this height. */
const fitting = (blocks: readonly Block[], first: number, height: number, gap: number): number => {
  let used = 0
  for (let index = first; index < blocks.length; index += 1) {
    used += (index === first ? 0 : gap) + (blocks[index]?.height ?? 0)
    if (used > height) return index - first
  }
  return blocks.length - first
}

const filled = (blocks: readonly Block[], columns: number, height: number, gap: number): Block[][] | null => {
  const made: Block[][] = []
  for (let first = 0; first < blocks.length; ) {
    const count = fitting(blocks, first, height, gap)
    if (count === 0 || made.length === columns) return null
    made.push(blocks.slice(first, first + count))
    first += count
  }
  return made
}

/** Blocks in columns of about the same height, filled one after the other, as in a browser. */
export const inColumns = (blocks: readonly Block[], columns: number, step: number, gap: number): Block => {
  const whole = blocks.reduce((sum, { height }) => sum + height + gap, 0)
  for (let height = whole / columns; ; height += 2) {
    const made = filled(blocks, columns, height, gap)
    if (made)
      return beside(made.map((column, index) => [index * step, stack(column.flatMap((block, at) => (at === 0 ? [block] : [space(gap), block])))]))
  }
}
