import { loadavg } from 'node:os'
import { temporaryFolder } from './product.ts'
import type { Figure } from './table.ts'
import { onSite, untilReady } from './web-frame.ts'
import { lighthouse } from './web-lighthouse.ts'
import { installInto } from './web-packages.ts'
import { billCalls, framesAtOnce } from './web-serving.ts'
import { sizes } from './web-sizes.ts'
import { onWebTestBed, type WebTestBed } from './web-test-bed.ts'

/** Folder of tools and references, and the reason if they are missing. */
type Packages = readonly [folder: string, missing: string | null]

const jobs: Readonly<Record<string, (bed: WebTestBed, packages: Packages) => Promise<Figure[]>>> = {
  sizes: (_, packages) => sizes(...packages),
  lighthouse: (bed, packages) => lighthouse(bed, ...packages),
  site: onSite,
  ready: untilReady,
  call: billCalls,
  frames: framesAtOnce,
}
const wanted = process.env.WEB?.split(',')

/** The pay page and the tag for their visitors: size, load time, and concurrent visits. */
export const benchWeb = async (): Promise<Figure[]> => {
  const { dir, remove } = temporaryFolder('bench-packages')
  try {
    return await onWebTestBed(async (bed) => {
      const packages = [dir, await installInto(dir)] as const
      const figures: Figure[] = []
      for (const [name, job] of Object.entries(jobs)) {
        if (wanted && !wanted.includes(name)) continue
        console.log(`  ${name}, load ${loadavg()[0]?.toFixed(1)}`)
        figures.push(...(await job(bed, packages)))
      }
      return figures
    })
  } finally {
    remove()
  }
}
