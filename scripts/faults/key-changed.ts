import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ROTATING } from '../../modules/platform/personal-data/installation-keys.ts'
import { memberCsv } from '../bench/people.ts'
import { onNodeTestBed } from './outage.ts'
import { payments } from './payments.ts'
import { billsOf, type Circumstances, type Fault, type Outcome, onTestBed, query } from './test-bed.ts'

const root = resolve(import.meta.dirname, '../..')
const newKey = () => randomBytes(32).toString('base64')

/** Changes the master key twice during payments and uploads, and the installation's own keys meanwhile. */
const changedOn = async (log: string, onLog: typeof onTestBed | typeof onNodeTestBed, { random, quick }: Circumstances): Promise<Outcome> => {
  const first = newKey()
  return onLog(
    'key-changed',
    async (bed) => {
      const { treasurer } = bed
      const stream = await payments(bed, await billsOf(bed, 4_000), random)
      let uploads = 0
      const upload = async (rows: number) => {
        uploads += 1
        await treasurer.client.upload(await treasurer.program(`Batch ${uploads}`), memberCsv(rows, 1 + uploads))
      }
      const moved: string[] = []
      let key = first
      for (let change = 0; change < (quick ? 1 : 2); change += 1) {
        const next = newKey()
        await bed.start({ PERSONAL_DATA_KEY: key, PERSONAL_DATA_KEY_OTHER: next })
        await upload(300)
        await bed.start({ PERSONAL_DATA_KEY: next, PERSONAL_DATA_KEY_OTHER: key })
        const settings = { PERSONAL_DATA_KEY: next, PERSONAL_DATA_KEY_OTHER: key, DATA_DIR: join(bed.dir, 'data') }
        const tool = (name: string, ...given: string[]) =>
          promisify(execFile)('node', ['--import', 'tsx', `scripts/${name}.ts`, ...given], { cwd: root, env: { ...process.env, ...settings } })
        await Promise.all([tool('rewrap').then(({ stdout }) => moved.push(stdout.split(' were')[0] ?? '')), upload(300)])
        await bed.start({ PERSONAL_DATA_KEY: next, PERSONAL_DATA_KEY_OTHER: '' })
        await Promise.all([...ROTATING.map((name) => tool('rotate', name)), upload(300)])
        await pause(1_000)
        key = next
      }
      await pause(500)
      await stream.stop()
      await stream.finish()
      const [known] = await query<{ nameless: number; people: number }>(
        bed.product().databaseUrl(),
        `select count(*) filter (where last_name is null)::int as nameless, count(*)::int as people from read.members where kind = 'individual'`,
      )
      const [keys] = await query<{ versions: number }>(bed.product().databaseUrl(), 'select count(*)::int as versions from installation_keys')
      const violations = [
        // Folds the log from the beginning, with only the last key.
        ...(await bed.violations([...stream.acknowledged, ...stream.marked.values()])),
        ...stream.answers.filter(({ status }) => status === 500).map(() => 'a payment was answered 500'),
        ...(known?.nameless === 0 ? [] : [`${known?.nameless} people have no name any more`]),
      ]
      const paid = stream.acknowledged.length + stream.marked.size
      return {
        summary: `${log}: the key changed under ${paid} payments and ${uploads} uploads, ${known?.people} people: ${moved.join(', ')} anew; the installation has ${keys?.versions} versions of keys`,
        violations,
      }
    },
    { PERSONAL_DATA_KEY: first },
  )
}

/** Fault 31: the keys change under traffic, with the log in Postgres and in an event store. */
export const keyChanged: Fault = async (circumstances) => {
  const inPostgres = await changedOn('the log in Postgres', onTestBed, circumstances)
  const inNode = await changedOn('the log in an event store', onNodeTestBed, circumstances)
  return { summary: `${inPostgres.summary}; ${inNode.summary}`, violations: [...inPostgres.violations, ...inNode.violations] }
}
