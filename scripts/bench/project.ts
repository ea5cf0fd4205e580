import { type Position, START } from '../../modules/platform/event-store/event-store.ts'
import { READ_SCHEMA } from '../../modules/platform/postgres/database.ts'
import { runProjector } from '../../projections/projector.ts'
import { rebuild } from '../../projections/rebuild.ts'
import { billAppend, type LogGround, memberAndBillAppends, onLog } from './ground.ts'
import { copyOut } from './raw-copy.ts'
import { type Figure, median, ms, percentile, rate, timed, times } from './table.ts'

const EVENTS = 100_000
const ROUNDS = 5
const SAMPLES = 300

const follow = async ({ store }: LogGround, head: Position): Promise<void> => {
  const stop = new AbortController()
  for await (const { position } of store.follow({ after: START, signal: stop.signal })) if (position >= head) break
  stop.abort()
}

/** From the call of append until the transaction that shows the bill has committed. */
const visible = async ({ pool, store, projections, log }: LogGround): Promise<Figure[]> => {
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

/** Reading and folding a log, against Postgres handing out the same rows. */
export const benchProject = (): Promise<Figure[]> =>
  onLog(async (ground) => {
    const { pool, store, personal } = ground
    for (let done = 0; done < EVENTS; done += 10_000) await store.appendEach(await memberAndBillAppends(personal, 5_000))
    await pool.query('vacuum analyze events')
    const head = await store.head()
    const events = Number(head) + 1
    const perSecond = (took: number) => (events * 1_000) / took
    const rounds: { copy: number; followed: number; rebuilt: number }[] = []
    for (let i = 0; i < ROUNDS; i += 1) {
      const client = await pool.connect()
      const copy = perSecond(await timed(() => copyOut(client, 'select * from events order by position')))
      client.release()
      const followed = perSecond(await timed(() => follow(ground, head)))
      const rebuilt = perSecond(await timed(() => rebuild(ground)))
      rounds.push({ copy, followed, rebuilt })
    }
    const figure = (job: string, of: (round: (typeof rounds)[number]) => number, goal: number | null): Figure => {
      const measured = median(rounds.map(of))
      return {
        job,
        limit: `COPY OUT ${rate(median(rounds.map(({ copy }) => copy)))}`,
        measured: rate(measured),
        ratio: times(median(rounds.map((round) => of(round) / round.copy))),
        goal: goal === null ? '' : `≥ ${rate(goal)} (aim ${rate(2 * goal)})`,
        ok: goal === null || measured >= goal,
      }
    }
    return [
      figure(`follow ${events.toLocaleString('en-US')} events`, ({ followed }) => followed, null),
      figure('rebuild every read model from them', ({ rebuilt }) => rebuilt, 25_000),
      ...(await visible(ground)),
    ]
  })
