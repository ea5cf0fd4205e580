// Folds the log to its end, into a given schema. Given a number, the process is killed after folding that many batches
// and before it commits the last of them.
import { positionOf, runProjector } from '../../projections/projector.ts'
import { openReadSide } from '../with-log.ts'

const { FAULT_URL = '', FAULT_KEY = '', FAULT_SCHEMA = '', FAULT_FOLDS = '' } = process.env
let folds = FAULT_FOLDS === '' ? Number.POSITIVE_INFINITY : Number(FAULT_FOLDS)

await openReadSide({ url: FAULT_URL, masterKeys: [Buffer.from(FAULT_KEY, 'base64')] }, async ({ pool, store, projections, log }) => {
  const head = await store.head()
  const stop = new AbortController()
  const behind = new Set<string>()
  for (const { name } of projections) if ((await positionOf(pool, FAULT_SCHEMA, name)) < head) behind.add(name)
  if (behind.size === 0) return
  await Promise.all(
    projections.map((projection) =>
      runProjector({
        pool,
        store,
        schema: FAULT_SCHEMA,
        log,
        signal: stop.signal,
        projection: {
          ...projection,
          fold: async (tx, events) => {
            await projection.fold(tx, events)
            folds -= 1
            if (folds <= 0) process.kill(process.pid, 'SIGKILL')
          },
        },
        onMoved: (position) => {
          if (position >= head) behind.delete(projection.name)
          if (behind.size === 0) stop.abort()
        },
      }),
    ),
  )
})
