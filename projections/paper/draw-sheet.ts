import { encode } from 'uqr'
import { type Paper, type PaperSize, papers } from '../../modules/shared/paper.ts'
import type { Named, Sheet } from '../../modules/shared/sheet.ts'
import { type Block, beside, inColumns, rule, space, stack, text } from './blocks.ts'
import type { Pen, Style } from './pen.ts'

const QUIET = '#57524b'
const PAID = '#1a7f4b'
/** Millimetres in points. */
const mm = (millimetres: number): number => (millimetres * 72) / 25.4

const QR = mm(27)
const GAP = 12
const MOST_COLUMNS = 3
/** The smallest letters, in points, that are legible for older people. */
const SMALLEST = 10

type Fit = Readonly<{ scale: number; smallest: number }>
/**
 * Sizes for the middle part of a sheet, tried until it fits: small letters are better than missing details. If it does
 * not fit in the last size either, it is cut.
 */
const FITS: readonly Fit[] = [
  ...[1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65].map((scale) => ({ scale, smallest: SMALLEST })),
  ...[9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6].map((smallest) => ({ scale: 0.65, smallest })),
]

/** A font size in points, never below the smallest. */
const sized = (wanted: number, more: Partial<Style> = {}, { scale, smallest }: Fit = { scale: 1, smallest: SMALLEST }): Style => {
  const size = Math.max(smallest, wanted * scale)
  return { size, leading: size * 1.34, ...more }
}

/** The dark squares of a QR code, as one shape. */
const qrCode = (pen: Pen, url: string): Block => ({
  height: QR,
  draw: (x, y) => {
    const { data, size } = encode(url, { border: 0 })
    const step = QR / size
    const squares = () => {
      for (const [row, line] of data.entries())
        for (let column = 0; column < size; column += 1) {
          const from = column
          while (line[column]) column += 1
          if (column > from) pen.doc.rect(x + from * step, y + row * step, (column - from) * step, step)
        }
      pen.doc.fill('#000000')
    }
    pen.element('Figure', squares, url)
    pen.doc.link(x, y, QR, QR, url)
  },
})

/** Names and values in rows, the values aligned right of the longest name. */
const table = (pen: Pen, rows: readonly Named[], width: number, style: Style, most?: number): Block => {
  const name = { ...style, colour: QUIET }
  const values = Math.min(width * 0.5, Math.max(0, ...rows.map(({ label }) => pen.widthOf(label, name))) + style.size)
  return stack(
    rows.map(({ label, value }) =>
      beside([
        [0, text(pen, label, name, values - 4)],
        [values, text(pen, value, { ...style, weight: 600 }, width - values, most === undefined ? {} : { most })],
      ]),
    ),
  )
}

const methodBlock = (pen: Pen, { name, steps, details }: NonNullable<Sheet['pay']>['methods'][number], width: number, fit: Fit): Block => {
  const style = sized(9, {}, fit)
  return stack([
    text(pen, name, sized(10, { weight: 600 }, fit), width),
    text(pen, steps, { ...style, colour: QUIET }, width),
    ...details.map(({ label, value }) =>
      pen.widthOf(`${label}: ${value}`, { ...style, weight: 600 }) <= width && !value.includes('\n')
        ? beside([
            [0, text(pen, `${label}:`, { ...style, colour: QUIET }, width)],
            [pen.widthOf(`${label}: `, style) + 1, text(pen, value, { ...style, weight: 600 }, width)],
          ])
        : stack([text(pen, `${label}:`, { ...style, colour: QUIET }, width), text(pen, value, { ...style, weight: 600 }, width)]),
    ),
  ])
}

const itemsBlock = (pen: Pen, { items, open, next }: Sheet, width: number, fit: Fit): Block => {
  const amounts = 80
  const style = sized(10.4, {}, fit)
  const line = ({ label, detail, amount }: Sheet['items'][number]) =>
    beside([
      [
        0,
        stack([
          text(pen, label, style, width - amounts - GAP, { most: 2 }),
          text(pen, detail ?? '', { ...sized(8.8, {}, fit), colour: QUIET }, width - amounts - GAP, { most: 2 }),
          space(2 * fit.scale),
        ]),
      ],
      [width - amounts, text(pen, amount, style, amounts, { align: 'right' })],
    ])
  const total = sized(13, { weight: 600 }, fit)
  const sum = ({ label, value }: Named) =>
    beside([
      [0, text(pen, label, total, width - amounts - GAP)],
      [width - amounts - 40, text(pen, value, total, amounts + 40, { align: 'right' })],
    ])
  return stack([...items.map(line), ...(open ? [rule(pen, width, { room: 3 * fit.scale }), sum(open)] : []), ...(next ? [sum(next)] : [])])
}

const payBlock = (pen: Pen, { pay, online, note }: Sheet, width: number, fit: Fit): Block => {
  const beneath = online ? width - QR - 2 * GAP : width
  const columns = Math.min(MOST_COLUMNS, Math.max(1, pay?.methods.length ?? 1))
  const column = (beneath - (columns - 1) * GAP) / columns
  const style = sized(9.4, {}, fit)
  const link = sized(9.4, { weight: 600 }, fit)
  const left = stack([
    ...(note ? [text(pen, note, sized(10.6, {}, fit), beneath), space(8)] : []),
    ...(online && !pay ? [text(pen, online.text, { ...style, colour: QUIET }, beneath), text(pen, online.url, link, beneath)] : []),
    ...(pay
      ? [
          text(pen, pay.heading, sized(12, { weight: 600 }, fit), beneath, { as: 'H2' }),
          space(2 * fit.scale),
          text(pen, `${pay.memo.label}:`, { ...style, colour: QUIET }, beneath),
          text(pen, pay.memo.value, sized(10.6, { weight: 600 }, fit), beneath),
          ...(online
            ? [space(3 * fit.scale), text(pen, online.text, { ...style, colour: QUIET }, beneath), text(pen, online.url, link, beneath)]
            : []),
          space(7 * fit.scale),
          inColumns(
            pay.methods.map((method) => methodBlock(pen, method, column, fit)),
            columns,
            column + GAP,
            8 * fit.scale,
          ),
        ]
      : []),
  ])
  if (!online) return left
  return beside([
    [0, left],
    [width - QR, qrCode(pen, online.url)],
  ])
}

const bodyBlock = (pen: Pen, sheet: Sheet, width: number, fit: Fit): Block =>
  stack([itemsBlock(pen, sheet, width, fit), space(14 * fit.scale), payBlock(pen, sheet, width, fit)])

const slipBlock = (pen: Pen, { cut, to, rows, enclosed }: NonNullable<Sheet['slip']>, width: number): Block => {
  const half = width * 0.4
  const rest = width - half - 2 * GAP
  const style = sized(10)
  const line = sized(10.6)
  return stack([
    rule(pen, width, { dash: true, colour: '#6b655d' }),
    space(3),
    text(pen, cut, { ...sized(7.6), colour: QUIET }, width),
    space(8),
    beside([
      [
        0,
        stack([
          text(pen, to.label, { ...style, colour: QUIET }, half),
          ...to.lines.map((words) => text(pen, words, sized(11, { weight: 600 }), half, { most: 2 })),
        ]),
      ],
      [
        half + 2 * GAP,
        stack([
          table(pen, rows, rest, style, 2),
          space(10),
          beside([
            [0, text(pen, enclosed, { ...line, weight: 600 }, rest)],
            [
              pen.widthOf(`${enclosed}  $`, { ...line, weight: 600 }),
              { ...rule(pen, rest - pen.widthOf(`${enclosed}  $`, { ...line, weight: 600 })), height: 0 },
            ],
          ]),
        ]),
      ],
    ]),
  ])
}

const headBlock = (pen: Pen, { network, title, address, contact, stamp }: Sheet, width: number): Block => {
  const right = width * 0.38
  const left = width - right - 2 * GAP
  const style = { ...sized(9.4), colour: QUIET }
  const heading = sized(18, { weight: 600 })
  return beside([
    [
      0,
      stack([
        text(pen, network ?? '', sized(13.5, { weight: 600 }), left, { most: 2 }),
        ...address.map((line) => text(pen, line, style, left, { most: 1 })),
      ]),
    ],
    [
      width - right,
      stack([
        text(pen, title, heading, right, { align: 'right', as: 'H1' }),
        ...contact.map((line) => text(pen, line, style, right, { align: 'right', most: 1 })),
        ...(stamp ? [text(pen, stamp, sized(12.5, { weight: 600, colour: PAID }), right, { align: 'right' })] : []),
      ]),
    ],
  ])
}

/** The middle part in the largest letters in which it fits. */
const fitted = (room: number, of: (fit: Fit) => Block): Block => {
  let block = space(0)
  for (const fit of FITS) {
    block = of(fit)
    if (block.height <= room) break
  }
  return block
}

/** All texts of a sheet, line by line. */
export const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.split('\n')
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/**
 * The facts, the first of which is the code. If no font has some letter of the sheet, a note below the code says so.
 */
const factsBlock = (pen: Pen, sheet: Sheet, width: number): Block => {
  const style = sized(10)
  if (textsOf(sheet).every(pen.canDraw)) return table(pen, sheet.facts, width, style, 1)
  return stack([
    table(pen, sheet.facts.slice(0, 1), width, style, 1),
    text(pen, sheet.unprintable, { ...sized(6.8), colour: QUIET }, width, { most: 3 }),
    space(2),
    table(pen, sheet.facts.slice(1), width, style, 1),
  ])
}

export const drawSheet = (pen: Pen, sheet: Sheet, size: PaperSize): void => pen.section(sheet.language, () => drawParts(pen, sheet, size))

const drawParts = (pen: Pen, sheet: Sheet, size: PaperSize): void => {
  const paper: Paper = papers[size]
  const { doc } = pen
  const [x, width] = [mm(paper.left), mm(paper.width - paper.left - paper.right)]
  headBlock(pen, sheet, width).draw(x, mm(paper.head))
  const [name = '', ...more] = sheet.payor
  const inWindow = mm(paper.facts - paper.left) - 3 * GAP
  stack([
    text(pen, name, sized(11.5, { weight: 600 }), inWindow, { most: 2 }),
    ...more.map((line) => text(pen, line, sized(10), inWindow, { most: 1 })),
  ]).draw(x, mm(paper.window))
  factsBlock(pen, sheet, mm(paper.width - paper.right - paper.facts)).draw(mm(paper.facts), mm(paper.window))
  const end = sheet.slip ? paper.slip - 4 : paper.end
  const room = mm(end - paper.body)
  doc
    .save()
    .rect(0, mm(paper.body), mm(paper.width), room + mm(3))
    .clip()
  fitted(room, (fit) => bodyBlock(pen, sheet, width, fit)).draw(x, mm(paper.body))
  doc.restore()
  if (sheet.slip) slipBlock(pen, sheet.slip, width).draw(x, mm(paper.slip))
}
