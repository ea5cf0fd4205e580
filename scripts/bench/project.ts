import { type Position, START } from '../../modules/platform/event-store/event-store.ts'
import { READ_SCHEMA } from '../../modules/platform/postgres/database.ts'
import { runProjector } from '../../projections/projector.ts'
import { rebuild } from '../../projections/rebuild.ts'
import { billAppend, type LogTestBed, onLog, payorAndBillAppends } from './log-test-bed.ts'
import { copyOut, rawRebuildOf } from './raw-copy.ts'
import { type Figure, median, ms, percentile, rate, timed, times } from './table.ts'

const EVENTS = 100_000
const ROUNDS = 5
const SAMPLES = 300
/** Target of a rebuild, in events per second. */
const AIM = 25_000

const follow = async ({ store }: LogTestBed, head: Position): Promise<void> => {
  const stop = new AbortController()
  for await (const { position } of store.follow({ after: START, signal: stop.signal })) if (position >= head) break
  stop.abort()
}

/** The time from the append until the transaction that shows the bill has committed. */
const visible = async ({ pool, store, projections, log }: LogTestBed): Promise<Figure[]> => {
  const stop = new AbortController()
  let at = START
  let moved = () => {}
  const running = projections.map((projection) => {
    const onMoved = (position: Position) => {
      if (projection.name !== 'ledger') return
      at = position
      moved()
    }
    return runProjector({ pool, store, projection, schema: READ_SCHEMA, log, signal: stop.signal, onMoved })
  })
  const reach = (position: () => Position | undefined) =>
    new Promise<void>((resolve) => {
      moved = () => {
        const wanted = position()
        if (wanted !== undefined && at >= wanted) resolve()
      }
      moved()
    })
  const head = await store.head()
  await reach(() => head)
  const latencies: number[] = []
  for (let i = 0; i < SAMPLES; i += 1) {
    let appended: Position | undefined
    const shown = reach(() => appended)
    const { stream, events, expect } = billAppend()
    const took = timed(() => shown)
    appended = head + BigInt(i) + 1n
    await store.append(stream, events, expect)
    latencies.push(await took)
  }
  stop.abort()
  await Promise.all(running)
  const figure = (job: string, measured: number, goal: number): Figure => ({
    job,
    limit: '',
    measured: ms(measured),
    ratio: '',
    goal: `≤ ${goal} ms`,
    ok: measured <= goal,
  })
  return [figure('append → visible, p50', percentile(latencies, 0.5), 10), figure('append → visible, p99', percentile(latencies, 0.99), 50)]
}

/**
 * Reading a log, compared with Postgres returning the same rows; and folding it, compared with Postgres also storing
 * the results.
 */
export const benchProject = (): Promise<Figure[]> =>
  onLog(async (bed) => {
    const { pool, store, personal } = bed
    for (let done = 0; done < EVENTS; done += 10_000) await store.appendEach(await payorAndBillAppends(personal, 5_000))
    await pool.query('vacuum analyze events')
    const head = await store.head()
    const events = Number(head) + 1
    const perSecond = (took: number) => (events * 1_000) / took
    const rounds: { copy: number; followed: number; rebuilt: number; raw: number }[] = []
    for (let i = 0; i < ROUNDS; i += 1) {
      const client = await pool.connect()
      const copy = perSecond(await timed(() => copyOut(client, 'select * from events order by position')))
      client.release()
      const followed = perSecond(await timed(() => follow(bed, head)))
      const rebuilt = perSecond(await timed(() => rebuild(bed)))
      const raw = perSecond(await rawRebuildOf(bed.url))
      rounds.push({ copy, followed, rebuilt, raw })
    }
    const figure = (job: string, limit: 'copy' | 'raw', of: 'followed' | 'rebuilt', goal: number | null): Figure => {
      const ratio = median(rounds.map((round) => round[of] / round[limit]))
      return {
        job,
        limit: `${limit === 'copy' ? 'COPY OUT' : 'Postgres alone'} ${rate(median(rounds.map((round) => round[limit])))}`,
        measured: rate(median(rounds.map((round) => round[of]))),
        ratio: times(ratio),
        goal: goal === null ? '' : `≥ ${goal}× (aim ${rate(AIM)})`,
        ok: goal === null || ratio >= goal,
      }
    }
    return [
      figure(`follow ${events.toLocaleString('en-US')} events`, 'copy', 'followed', null),
      figure('rebuild every read model from them', 'raw', 'rebuilt', 0.5),
      ...(await visible(bed)),
    ]
  })
