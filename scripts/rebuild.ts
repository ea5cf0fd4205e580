import { rebuild } from '../projections/rebuild.ts'
import { withLog } from './with-log.ts'

const number = new Intl.NumberFormat('en-US')
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
      const [folded, all] = [Number(done) + 1, Number(of) + 1]
      const left = folded > 0 ? `, ${timeLeft((((now - started) / 1000) * (all - folded)) / folded)} left` : ''
      process.stdout.write(`${terminal ? '\r\u001b[K' : ''}${number.format(folded)} of ${number.format(all)} events${left}${terminal ? '' : '\n'}`)
    },
  })
  const events = Number(await store.head()) + 1
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(
    `${terminal ? '\r\u001b[K' : ''}The read models are rebuilt from ${number.format(events)} events in ${seconds.toFixed(1)} s.\n`,
  )
})
