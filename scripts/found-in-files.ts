import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Text in upper or lower case, or exact bytes. */
export type Needle = string | Buffer

export const foundInBytes = (bytes: Buffer, needles: readonly Needle[]): Needle[] => {
  // One character per byte, so that text is found within binary data.
  const text = bytes.toString('latin1').toLowerCase()
  return needles.filter((one) => (typeof one === 'string' ? text.includes(Buffer.from(one.toLowerCase()).toString('latin1')) : bytes.includes(one)))
}

const bytesOf = (file: string): Buffer => {
  try {
    return readFileSync(file)
  } catch (error) {
    // The file is gone: a running server removes files.
    if ((error as { code?: string }).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** The files below a folder that contain any of these, as path and word. */
export const foundInFiles = (folder: string, needles: readonly Needle[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name)
      return foundInBytes(bytesOf(file), needles).map(
        (one) => `${file.slice(folder.length + 1)}: ${typeof one === 'string' ? one : one.toString('hex')}`,
      )
    })
