// Decides whether a build is stale: by file times if they suffice, else by content.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The files under these names, without tests and build output, in the same order on every machine. */
const filesOf = (names) =>
  names
    .flatMap((name) =>
      statSync(name).isFile()
        ? [name]
        : readdirSync(name, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile() && !entry.name.includes('.test.') && entry.name !== 'calls.ts')
            .map((entry) => path.join(entry.parentPath, entry.name)),
    )
    .sort()

const digestOf = (files, root) => {
  const hash = createHash('sha256')
  for (const file of files) {
    const bytes = readFileSync(file)
    hash.update(`${path.relative(root, file).split(path.sep).join('/')} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

const setTime = (stamp, time) => {
  try {
    utimesSync(stamp, time, time)
  } catch (error) {
    // The stamp's new time only saves reading the sources next time, so a read-only folder needs none.
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error
  }
}

/**
 * Compares the sources of a target with its stamp. A newer file with the same content is no change: npm, tar and git
 * change file times, and a container image can neither build nor be written to.
 */
export const look = ({ root, stamp, sources }) => {
  const lookedAt = new Date()
  const files = filesOf(sources.map((name) => path.resolve(root, name)))
  let digest
  const digested = () => {
    digest ??= digestOf(files, root)
    return digest
  }
  const isFresh = () => {
    if (!existsSync(stamp)) return false
    const made = statSync(stamp).mtimeMs
    if (files.every((file) => statSync(file).mtimeMs <= made)) return true
    if (readFileSync(stamp, 'utf8') !== digested()) return false
    setTime(stamp, lookedAt)
    return true
  }
  return {
    isFresh: isFresh(),
    /**
     * Call this before the build, and the returned function after it: a source that changed during the build is then
     * newer than the stamp.
     */
    before: () => {
      const content = digested()
      return () => {
        mkdirSync(path.dirname(stamp), { recursive: true })
        writeFileSync(stamp, content)
        setTime(stamp, lookedAt)
      }
    },
  }
}
