import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { memberCsv } from '../bench/people.ts'
import { differing, emptyTables, refold, tablesAt } from '../refold.ts'
import { payments } from './payments.ts'
import { billsOf, type Fault, onTestBed, type TestBed } from './test-bed.ts'

const SCHEMA = 'fault_read'

/** Runs the projectors in a separate process; returns true if it was killed. */
const fold = async ({ product, masterKeys }: TestBed, folds?: number): Promise<boolean> => {
  const child = spawn(process.execPath, ['--import', 'tsx', new URL('projector-child.ts', import.meta.url).pathname], {
    stdio: 'inherit',
    env: {
      ...process.env,
      FAULT_URL: product().databaseUrl(),
      FAULT_KEY: Buffer.from(masterKeys()[0]).toString('base64'),
      FAULT_SCHEMA: SCHEMA,
      FAULT_FOLDS: folds === undefined ? '' : String(folds),
    },
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (signal === null && code !== 0) throw new Error(`the projectors ended with ${code}`)
  return signal === 'SIGKILL'
}

/** Fault 12: projectors are killed after folding a batch and before committing it with its checkpoint. */
export const projectorKilled: Fault = ({ random, quick }) =>
  onTestBed('projector-killed', async (bed) => {
    const wanted = quick ? 4 : 20
    const stream = await payments(bed, await billsOf(bed, 1_000), random)
    for (let batch = 2; batch < (quick ? 4 : 12); batch += 1)
      await bed.treasurer.client.upload(await bed.treasurer.program(`More ${batch}`), memberCsv(2_500, batch))
    await stream.stop()
    const violations: string[] = []
    const again = () => bed.readSide(({ pool }) => emptyTables(pool, SCHEMA))
    const compare = () =>
      bed.readSide(async (opened) => {
        const killed = await tablesAt(opened.pool, SCHEMA)
        const whole = await refold(opened, killed.positions, 'fault_fold')
        violations.push(...differing(killed.hashes, whole).map((name) => `R129 the table ${name} differs from its rebuilt one`))
      })
    await again()
    let kills = 0
    let rounds = 0
    while (kills < wanted) {
      if (await fold(bed, 1 + Math.floor(random() * 6))) kills += 1
      else {
        // The process has reached the end of the log without a kill: compare its tables, and start again.
        await compare()
        await again()
        rounds += 1
        if (rounds > wanted) throw new Error('the log is too short to kill anybody')
      }
    }
    await fold(bed)
    await compare()
    violations.push(...(await bed.violations([...stream.acknowledged, ...stream.marked.values()])))
    return { summary: `projectors killed ${kills} times between fold and commit: their tables are the rebuilt ones`, violations }
  })
