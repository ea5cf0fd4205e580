import { setImmediate, setTimeout } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Instant } from '../../modules/kernel/dates.ts'
import { type PaperSize, papers } from '../../modules/shared/paper.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { drawSheet, textsOf } from './draw-sheet.ts'
import { openFor } from './faces.ts'
import { penOf } from './pen.ts'

/** If a turn of the event loop takes longer than this, other work was done in it, too. */
const OTHERS_MS = 0.5
/** A request takes many short turns with queries between them. After one such turn, more are expected for this long. */
const EXPECTED_MS = 500
/** For each millisecond of drawing, other work gets this many milliseconds. */
const REST = 4
const LONGEST_REST_MS = 100

/**
 * Slows down long work that runs in pieces on the event loop; to be awaited after each piece. If nothing else runs, the
 * work continues at once. While requests run, it pauses, since each of their many turns would have to wait for a whole
 * piece.
 */
const besideOthers = (): (() => Promise<void>) => {
  let begun = performance.now()
  let expectedUntil = 0
  return async () => {
    const paused = performance.now()
    await setImmediate()
    const resumed = performance.now()
    if (resumed - paused > OTHERS_MS) expectedUntil = resumed + EXPECTED_MS
    if (resumed < expectedUntil) await setTimeout(Math.min((paused - begun) * REST, LONGEST_REST_MS))
    begun = performance.now()
  }
}

const POINTS = 72 / 25.4

/**
 * Streams sheets as a PDF, one to a page. No page stays in memory after its bytes are out, and the process answers
 * requests between pages. `title`:
 * ASCII, without names, since it is in the file's properties.
 */
export async function* writePdf(
  sheets: AsyncIterable<Sheet> | Iterable<Sheet>,
  { size, title, at }: Readonly<{ size: PaperSize; title: string; at: Instant }>,
): AsyncGenerator<Buffer> {
  const { width, height } = papers[size]
  const doc = new PDFDocument({
    autoFirstPage: false,
    // For screen readers: each text is an element, in reading order.
    tagged: true,
    displayTitle: true,
    fontLayoutCache: false,
    info: { Title: title, CreationDate: new Date(at), Producer: 'Vestry', Creator: 'Vestry' },
  })
  const pen = penOf(doc)
  const written = function* () {
    for (let chunk: unknown = doc.read(); chunk !== null; chunk = doc.read()) if (Buffer.isBuffer(chunk)) yield chunk
  }
  const rest = besideOthers()
  for await (const sheet of sheets) {
    for (const text of textsOf(sheet)) for (const _ of openFor(text)) await setImmediate()
    const last = doc.page
    doc.addPage({ size: [width * POINTS, height * POINTS], margin: 0 })
    // The page's bytes are written, so only its number is needed from now on.
    if (last) last.dictionary.data = { Pattern: null, Annots: null }
    drawSheet(pen, sheet, size)
    yield* written()
    await rest()
  }
  doc.end()
  yield* written()
}
