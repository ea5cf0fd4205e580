import { z } from 'zod'

const email = z.email()
const isAddress = (text: string): boolean => email.safeParse(text).success && text.length <= 254

/** The address of a cell, with a note of what was left out. */
type ReadAddress = Readonly<{ address: string; note: string | null }>

/**
 * The first address of a cell: 'mailto:ruth@example.org', 'Ruth One <ruth@example.org>', 'ruth@example.org; one@example.org', 'ruth@example.org.'.
 */
export const readAddress = (cell: string): ReadAddress | null => {
  if (isAddress(cell)) return { address: cell.toLowerCase(), note: null }
  const parts = cell
    .replaceAll(/mailto:/gi, ' ')
    .split(/[\s,;|/<>()[\]"]+/)
    .map((part) => part.replace(/^[.:'’]+|[.:'’]+$/g, ''))
    .filter(isAddress)
  const [first] = parts
  if (!first) return null
  const address = first.toLowerCase()
  const others = parts.filter((part) => part.toLowerCase() !== address).length
  return { address, note: others > 0 ? 'the cell holds several emails, and the first was taken' : `the email was read as ${address}` }
}
