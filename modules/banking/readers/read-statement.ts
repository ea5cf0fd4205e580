import type { StatementColumns } from '../contract.ts'
import { readBai2 } from './bai2.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { decode, refuseFile, type Statement } from './parts.ts'

const HEAD = 4_000

/**
 * Reads the statement of one account in US dollars. The format is told by the content, never by the name.
 * @throws DomainError for a file that is no such statement
 */
export const readStatement = (bytes: Uint8Array, { columns }: { columns?: StatementColumns } = {}): Statement => {
  const text = decode(bytes).replaceAll('\r\n', '\n')
  const start = text.slice(0, HEAD).trimStart()
  if (text.trim() === '') throw refuseFile('The file is empty.')
  if (/OFXHEADER|<OFX>/i.test(start)) return readOfx(text)
  if (/^<(?:\?xml|(?:\w{1,20}:)?Document)\b/i.test(start)) return readCamt(text)
  if (start.startsWith('<')) throw refuseFile('The file is a web page. Export the statement as OFX, QFX, CAMT.053, BAI2, MT940 or CSV.')
  if (start.startsWith('%PDF')) throw refuseFile('The file is a PDF. Export the statement as OFX, QFX, CAMT.053, BAI2, MT940 or CSV.')
  if (/^01,[^,\n]{0,40},[^,\n]{0,40},\d{6},/.test(start)) return readBai2(text)
  if (/(?:^|\n|\}):20:/.test(start) && /\n:(?:25|28C?|60[FM]):/.test(start)) return readMt940(text)
  return readCsv(text, columns)
}
