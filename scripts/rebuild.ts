import { rebuild } from '../projections/rebuild.ts'
import { withLog } from './with-log.ts'

const timeLeft = (seconds: number): string => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`)

await withLog(async ({ pool, store, projections, log }) => {
  const started = performance.now()
  const terminal = process.stdout.isTTY
  let shownAt = started
  await rebuild({
    pool,
    store,
    projections,
    log,
    onProgress: (done, of) => {
      const now = performance.now()
      if (now - shownAt < (terminal ? 200 : 2_000)) return
      shownAt = now
      // Positions are only approximately proportional to events: EventStoreDB's are byte offsets.
      const share = Number(done + 1n) / Number(of + 1n)
      const left = share > 0 ? `, ${timeLeft(((now - started) / 1000) * (1 / share - 1))} left` : ''
      process.stdout.write(`${terminal ? '\r\u001b[K' : ''}${Math.floor(100 * share)} %${left}${terminal ? '' : '\n'}`)
    },
  })
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(`${terminal ? '\r\u001b[K' : ''}The read models are rebuilt in ${seconds.toFixed(1)} s.\n`)
})
