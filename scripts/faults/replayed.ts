import { setTimeout as pause } from 'node:timers/promises'
import { memberCsv } from '../bench/people.ts'
import { differing, type Hashes, liveTables, refold } from '../refold.ts'
import { payments } from './payments.ts'
import { billsOf, type Fault, onTestBed, query } from './test-bed.ts'

const ROWS = 59_500
/** Different batch sizes must produce the same tables. */
const BATCHES = [2_000, 173] as const
/** Tables that must have rows, since comparing empty ones proves nothing. */
const FULL = ['bills', 'bills_past', 'members', 'members_past', 'payments', 'totals', 'bill_count_steps', 'journal', 'messages', 'message_bills']

/**
 * Fault 19: a log of 500,000 events is replayed twice. Each time, every table has the same rows as the live one,
 * including the tables of past states and the journal.
 */
export const replayed: Fault = ({ random, quick }) =>
  onTestBed('replayed', async (bed) => {
    const wanted = quick ? 10_000 : 500_000
    const { treasurer, product } = bed
    const bills = await billsOf(bed, 1_000)
    const stream = await payments(bed, bills, random)
    const changed = await query<{ id: string }>(product().databaseUrl(), 'select id from read.members order by id limit 50')
    for (const [n, { id }] of changed.entries()) await treasurer.client.put(`/members/${id}`, { lastName: `Changed${n}` })
    await treasurer.client.delete(`/members/${changed[0]?.id}`)
    const [program] = await query<{ id: string }>(product().databaseUrl(), 'select program_id as id from read.bills limit 1')
    await treasurer.client.put(`/assessment-programs/${program?.id}/campaign/status`, { status: 'Active' })
    const count = async () => (await query<{ events: number }>(product().databaseUrl(), 'select count(*)::int as events from events'))[0]?.events ?? 0
    for (let batch = 2; (await count()) < wanted; batch += 1)
      await treasurer.client.upload(await treasurer.program(`More ${batch}`), memberCsv(quick ? 2_500 : ROWS, batch))
    await pause(1_000)
    await stream.stop()
    return bed.readSide(async (opened) => {
      const live = await liveTables(opened.pool)
      const replays: { hashes: Hashes; seconds: number }[] = []
      for (const [n, size] of BATCHES.entries()) {
        const started = performance.now()
        const hashes = await refold(opened, live.positions, `fault_replay_${n}`, size)
        replays.push({ hashes, seconds: (performance.now() - started) / 1000 })
      }
      const [first, second] = replays as [(typeof replays)[0], (typeof replays)[0]]
      const violations = [
        ...differing(first.hashes, second.hashes).map((name) => `R129 the table ${name} differs between two replays`),
        ...differing(first.hashes, live.hashes).map((name) => `R129 the live table ${name} differs from its replay`),
        ...FULL.filter((name) => !first.hashes.has(name) || first.hashes.get(name)?.endsWith(' 0')).map((name) => `the table ${name} is empty`),
      ]
      const events = await count()
      const times = replays.map(({ seconds }) => `${seconds.toFixed(1)} s (${Math.round(events / seconds)} events/s)`).join(' and ')
      return { summary: `${events} events replayed twice in ${times}: ${first.hashes.size} tables are the same each time`, violations }
    })
  })
