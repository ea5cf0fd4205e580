import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PREFIX = 'vestry-upload-'
/** No upload takes so long: its process was killed. */
const ABANDONED_MS = 3_600_000

/** A folder for one upload, readable by this user alone; it goes when the upload has ended, however that was. */
export const inFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(path.join(tmpdir(), PREFIX))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what killed processes have left: people's names must not lie about. What is somebody else's stays. */
export const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(tmpdir(), name)
    const changed = await stat(folder).catch(() => null)
    if (changed && Date.now() - changed.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
