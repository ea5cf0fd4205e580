import { statfs } from 'node:fs/promises'
import type { Config } from '../platform/config.ts'

/** A disk by its name in DISKS. Null: unreadable. */
export type Disk = Readonly<{ name: string; freeShare: number | null }>

/** In-memory file systems (statfs(2)): data there do not outlast the machine, so they need no alert. */
const IN_MEMORY = new Set([0x01021994, 0x858458f6])

const measure = async (folder: string): Promise<Readonly<{ freeShare: number | null; isInMemory: boolean }>> => {
  const disk = await statfs(folder).catch(() => null)
  return { freeShare: disk && disk.blocks > 0 ? disk.bavail / disk.blocks : null, isInMemory: disk !== null && IN_MEMORY.has(disk.type) }
}

/** The disks of DISKS, and the data folder's if it is a disk. */
export const disksOf = async ({ disks, dataDir }: Pick<Config, 'disks' | 'dataDir'>): Promise<readonly Disk[]> => {
  const data = await measure(dataDir)
  const named = await Promise.all(disks.map(async ({ name, folder }) => ({ name, freeShare: (await measure(folder)).freeShare })))
  return [...named, ...(data.isInMemory || data.freeShare === null ? [] : [{ name: 'data', freeShare: data.freeShare }])]
}
