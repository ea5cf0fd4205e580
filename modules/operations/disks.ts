import { statfs } from 'node:fs/promises'
import type { Config } from '../platform/config.ts'

/** A disk by the name that DISKS gives it. Null: it cannot be looked at. */
export type Disk = Readonly<{ name: string; freeShare: number | null }>

/** File systems in memory (statfs(2)): nothing there outlasts the machine, so it is no disk that fills up with what is kept. */
const IN_MEMORY = new Set([0x01021994, 0x858458f6])

const lookAt = async (folder: string): Promise<Readonly<{ freeShare: number | null; isInMemory: boolean }>> => {
  const disk = await statfs(folder).catch(() => null)
  return { freeShare: disk && disk.blocks > 0 ? disk.bavail / disk.blocks : null, isInMemory: disk !== null && IN_MEMORY.has(disk.type) }
}

/** The disks of DISKS, and that of the data folder where it is one. */
export const disksOf = async ({ disks, dataDir }: Pick<Config, 'disks' | 'dataDir'>): Promise<readonly Disk[]> => {
  const data = await lookAt(dataDir)
  const named = await Promise.all(disks.map(async ({ name, folder }) => ({ name, freeShare: (await lookAt(folder)).freeShare })))
  return [...named, ...(data.isInMemory || data.freeShare === null ? [] : [{ name: 'data', freeShare: data.freeShare }])]
}
