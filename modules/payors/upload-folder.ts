import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PREFIX = 'vestry-upload-'
/** Longer than any upload takes. A folder older than this was left behind by a process that was killed. */
const ABANDONED_MS = 3_600_000

/** Makes a folder for one upload, readable only by this user, and removes it whenever the upload ends. */
export const inFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(path.join(tmpdir(), PREFIX))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes folders that killed processes have left, since they contain people's names. Folders of other users stay. */
export const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(tmpdir(), name)
    const changed = await stat(folder).catch(() => null)
    if (changed && Date.now() - changed.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
