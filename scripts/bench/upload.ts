import { setTimeout as pause } from 'node:timers/promises'
import { memberCsv } from './people.ts'
import { residentBytes, withProduct } from './product.ts'
import { rawCopyOf } from './raw-copy.ts'
import { type Figure, median, ms, percentile, timed, times } from './table.ts'
import { type Treasurer, treasurerAt } from './treasurer.ts'

const SMALL_ROWS = 300
const SMALL_UPLOADS = 20
const LARGE_ROWS = 59_500
const LARGE_UPLOADS = 3
const NAMESAKES = 15_000
const NAMESAKE_UPLOADS = 3
/** Folder for a CPU profile of the product. */
const profile = process.env.PROFILE
const MEGABYTE = 1_048_576

/** The time from the POST until the list counts every bill. */
const uploadAndSee = (treasurer: Treasurer, programId: string, csv: string, rows: number) =>
  timed(async () => {
    await treasurer.client.upload(programId, csv)
    while ((await treasurer.billsOf(programId)) < rows) await pause(10)
  })

export const meanwhile = (everyMs: number, work: () => unknown) => {
  const timer = setInterval(work, everyMs)
  return () => clearInterval(timer)
}

/** Runs work while others read the dashboard; returns its duration and their latencies. */
const besideOthers = async (treasurer: Treasurer, work: () => Promise<number>) => {
  const latencies: number[] = []
  const ask = () => timed(() => treasurer.client.get('/dashboard/summary')).then((took) => latencies.push(took))
  const stop = meanwhile(20, () => void ask().catch(() => latencies.push(Number.POSITIVE_INFINITY)))
  return { took: await work().finally(stop), latencies }
}

type Large = { took: number; copy: number; growth: number; latencies: number[] }

const largeUpload = async (treasurer: Treasurer, pid: number, databaseUrl: string, batch: number): Promise<Large> => {
  const programId = await treasurer.program(`Large ${batch}`)
  const csv = memberCsv(LARGE_ROWS, batch)
  await pause(1_000)
  const before = residentBytes(pid)
  let peak = before
  const stopWatching = meanwhile(25, () => (peak = Math.max(peak, residentBytes(pid))))
  const { took, latencies } = await besideOthers(treasurer, () => uploadAndSee(treasurer, programId, csv, LARGE_ROWS)).finally(stopWatching)
  await pause(500)
  const copies: number[] = []
  for (let i = 0; i < 3; i += 1) copies.push(await rawCopyOf(databaseUrl, programId))
  const large = { took, copy: median(copies), growth: peak - before, latencies }
  const memory = `${Math.round(before / MEGABYTE)} → ${Math.round(peak / MEGABYTE)} MB`
  console.log(
    `  ${LARGE_ROWS} rows of ${(Buffer.byteLength(csv) / MEGABYTE).toFixed(2)} MiB: ${ms(took)}, COPY ${ms(large.copy)}, ${memory}, other requests p99 ${ms(percentile(latencies, 0.99))}`,
  )
  return large
}

/** A file with one name and a file with distinct names, alternating. */
const namesakeUploads = async (treasurer: Treasurer): Promise<Figure[]> => {
  const took: Record<'same' | 'different', number[]> = { same: [], different: [] }
  const waited: number[] = []
  for (let i = 0; i < NAMESAKE_UPLOADS; i += 1)
    for (const names of ['different', 'same'] as const) {
      const programId = await treasurer.program(`${names} names ${i}`)
      const csv = memberCsv(NAMESAKES, 200 + 2 * i + (names === 'same' ? 1 : 0), names === 'same' ? `Ruth,Same${'abc'[i]}` : undefined)
      const upload = await besideOthers(treasurer, () => uploadAndSee(treasurer, programId, csv, NAMESAKES))
      took[names].push(upload.took)
      if (names === 'same') waited.push(...upload.latencies)
    }
  const ratio = median(took.same.map((of, i) => of / (took.different[i] ?? 0)))
  const p99 = percentile(waited, 0.99)
  return [
    {
      job: `upload of ${NAMESAKES.toLocaleString('en-US')} rows of one name`,
      limit: `of as many names ${ms(median(took.different))}`,
      measured: ms(median(took.same)),
      ratio: times(ratio),
      goal: '≤ 2×',
      ok: ratio <= 2,
    },
    { job: '  other requests meanwhile, p99', limit: '', measured: ms(p99), ratio: '', goal: '≤ 100 ms', ok: p99 <= 100 },
  ]
}

/** Members by CSV through the real server, as a browser sends them. */
export const benchUpload = (): Promise<Figure[]> =>
  withProduct(
    async (product) => {
      const treasurer = await treasurerAt(product.base)
      const pid = product.child.pid ?? 0
      const small: number[] = []
      for (let i = 0; i < SMALL_UPLOADS + 3; i += 1) {
        const programId = await treasurer.program(`Small ${i}`)
        const took = await uploadAndSee(treasurer, programId, memberCsv(SMALL_ROWS, i), SMALL_ROWS)
        if (i >= 3) small.push(took)
      }
      const namesakes = await namesakeUploads(treasurer)
      const large: Large[] = []
      for (let i = 0; i < LARGE_UPLOADS; i += 1) large.push(await largeUpload(treasurer, pid, product.databaseUrl(), 100 + i))

      const p95 = percentile(small, 0.95)
      const ratio = median(large.map(({ took, copy }) => took / copy))
      const growth = Math.max(...large.map((one) => one.growth)) / MEGABYTE
      const p99 = percentile(
        large.flatMap(({ latencies }) => latencies),
        0.99,
      )
      return [
        { job: `upload of ${SMALL_ROWS} rows, p95`, limit: '', measured: ms(p95), ratio: '', goal: '≤ 300 ms', ok: p95 <= 300 },
        {
          job: `upload of ${LARGE_ROWS.toLocaleString('en-US')} rows`,
          limit: `COPY ${ms(median(large.map(({ copy }) => copy)))}`,
          measured: ms(median(large.map(({ took }) => took))),
          ratio: times(ratio),
          goal: '≤ 6× (aim 4×)',
          ok: ratio <= 6,
        },
        { job: '  its memory', limit: '', measured: `+${Math.round(growth)} MB`, ratio: '', goal: '≤ +150 MB', ok: growth <= 150 },
        { job: '  other requests meanwhile, p99', limit: '', measured: ms(p99), ratio: '', goal: '≤ 100 ms', ok: p99 <= 100 },
        ...namesakes,
      ]
    },
    { flags: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [] },
  )
