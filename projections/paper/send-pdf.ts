import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { PaperSize } from '../../modules/shared/paper.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { wentAway } from '../exports/send-csv.ts'
import { writePdf } from './write-pdf.ts'

type File = Readonly<{ name: string; size: PaperSize; at: Instant; opens?: boolean }>

/** A file name that every platform accepts. */
const safe = (name: string): string => name.replace(/[^\w-]+/g, '-').slice(0, 80)

/**
 * Streams sheets as a PDF, with backpressure. A closed connection stops the stream; an error truncates the file, which
 * no reader accepts as a PDF. `opens`: browsers show the file instead of saving it.
 */
export const sendPdf = async (
  res: Response,
  sheets: AsyncIterable<Sheet> | Iterable<Sheet>,
  { name, size, at, opens = false }: File,
): Promise<undefined> => {
  const file = `${safe(name)}.pdf`
  res.setHeader('Content-Type', 'application/pdf')
  res.setHeader('Content-Disposition', `${opens ? 'inline' : 'attachment'}; filename="${file}"`)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  try {
    await pipeline(Readable.from(writePdf(sheets, { size, title: safe(name), at }), { objectMode: false }), res)
  } catch (error) {
    if (!wentAway(error)) throw error
  }
  return undefined
}
