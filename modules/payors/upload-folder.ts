import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PREFIX = 'vestry-upload-'
/** Longer than any upload: its process was killed. */
const ABANDONED_MS = 3_600_000

/** A folder for one upload, readable by this user only; removed when the upload ends in any way. */
export const inFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(path.join(tmpdir(), PREFIX))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes folders of killed processes, which hold people's names. Other users' folders stay. */
export const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(tmpdir(), name)
    const changed = await stat(folder).catch(() => null)
    if (changed && Date.now() - changed.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
