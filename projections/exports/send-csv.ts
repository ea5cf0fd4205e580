import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { LocalDate } from '../../modules/kernel/dates.ts'
import { CSV_MARK, csvLine } from '../../modules/shared/csv.ts'

/** A column of a CSV file: its title in English, and its cell in a row. */
export type Column<Row> = readonly [title: string, of: (row: Row) => string | null]

/** The columns of a list's CSV file. `day`: returns the day of a moment in the network's time zone. */
export type FileOf<Row> = (day: (at: string) => LocalDate) => readonly Column<Row>[]

/** Reads rows by keyset pagination. Only one page is in memory at a time. */
export async function* pagesBehind<Row>(pageAfter: (last: Row | null) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for (let last: Row | null = null; ; ) {
    const rows = await pageAfter(last)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1) ?? null
  }
}

export const wentAway = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Streams rows as a CSV file, as fast as the client reads. An error before the first row is answered as usual; a later
 * error truncates the download.
 */
export const sendCsv = async <Row>(
  res: Response,
  name: string,
  day: LocalDate,
  columns: readonly Column<Row>[],
  pages: AsyncIterator<readonly Row[]>,
): Promise<undefined> => {
  const first = await pages.next()
  const lines = async function* () {
    yield CSV_MARK + csvLine(columns.map(([title]) => title))
    for (let page = first; !page.done; page = await pages.next()) yield page.value.map((row) => csvLine(columns.map(([, of]) => of(row)))).join('')
  }
  res.setHeader('Content-Type', 'text/csv; charset=utf-8')
  res.setHeader('Content-Disposition', `attachment; filename="${name}-${day}.csv"`)
  try {
    await pipeline(Readable.from(lines(), { highWaterMark: 1 }), res)
  } catch (error) {
    if (!wentAway(error)) throw error
  }
  return undefined
}
