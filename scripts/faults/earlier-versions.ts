import { positionOf } from '../../projections/projector.ts'
import { differing, liveTables, refold } from '../refold.ts'
import { eventFixtures, masterKey, ole, ruth, ruthsKey, writeFixtures } from '../testing/event-fixtures.ts'
import { type Fault, onTestBed, within } from './test-bed.ts'

/** Fault 21: the current product reads every event ever written, as written. Any batch size gives the same tables. */
export const earlierVersions: Fault = ({ random, quick }) =>
  onTestBed(
    'earlier-versions',
    async (bed) => {
      const rounds = quick ? 3 : 30
      const { history, head } = await bed.readSide(async ({ pool, store, personal }) => {
        await pool.query('insert into person_keys (owner, wrapped) values ($1, $2)', [ruth, ruthsKey])
        const fixtures = await eventFixtures(async (owner, value) => (await personal.sealAll([{ owner, value }]))[0] as never)
        await writeFixtures(store, fixtures)
        await personal.forget(ole)
        return { history: fixtures, head: await store.head() }
      })
      const violations = await within(
        () =>
          bed.readSide(async ({ pool, projections }) => {
            const positions = await Promise.all(projections.map(({ name }) => positionOf(pool, 'read', name)))
            return positions.every((position) => position >= head)
          }),
        'the read models of all events',
      )
      await bed.readSide(async (opened) => {
        const live = await liveTables(opened.pool)
        for (let round = 0; round < rounds; round += 1) {
          const hashes = await refold(opened, live.positions, 'fault_earlier', 1 + Math.floor(200 * random()))
          violations.push(...differing(hashes, live.hashes).map((name) => `R129 the table ${name} differs when read in other batches`))
        }
      })
      violations.push(...(await bed.violations()))
      const types = new Set(history.map(({ type }) => type)).size
      return {
        summary: `${history.length} events of ${types} types as they were written, folded in ${rounds} ways of batching`,
        violations,
      }
    },
    { PERSONAL_DATA_KEY: masterKey.toString('base64') },
  )
