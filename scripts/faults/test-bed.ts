import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type MasterKeys, masterKeysOf } from '../../modules/platform/personal-data/master-key.ts'
import { memberCsv } from '../bench/people.ts'
import { freePort, type Product, startProduct, tail, temporaryFolder } from '../bench/product.ts'
import { type Treasurer, treasurerAt } from '../bench/treasurer.ts'
import { violationsOf } from '../invariants.ts'
import { type OpenLog, openReadSide } from '../with-log.ts'

/** The result of a fault: a summary and the violations; or the reason for not running here. */
export type Outcome = Readonly<{ summary: string; violations: readonly string[]; skipped?: true }>
export type Circumstances = Readonly<{ random: () => number; quick: boolean; points: number | null }>
export type Fault = (circumstances: Circumstances) => Promise<Outcome>

export type TestBed = Readonly<{
  dir: string
  /** Restarts the product, with these settings from now on. */
  start: (settings?: Readonly<Record<string, string>>) => Promise<Product>
  product: () => Product
  treasurer: Treasurer
  masterKeys: () => MasterKeys
  readSide: <Result>(work: (opened: OpenLog) => Promise<Result>) => Promise<Result>
  violations: (references?: readonly string[]) => Promise<readonly string[]>
}>

/** Prepares what the product runs on, in its folder, before the start; `end` removes it after the stop. */
export type Beneath = (dir: string) => Promise<Readonly<{ settings?: Readonly<Record<string, string>>; end: () => Promise<void> }>>

const nothing: Beneath = async () => ({ end: async () => {} })

/** Runs a fault's product in a folder that is removed afterwards. */
export const onTestBed = async (
  name: string,
  work: (bed: TestBed) => Promise<Outcome>,
  settings: Readonly<Record<string, string>> = {},
  beneath = nothing,
): Promise<Outcome> => {
  const { dir, remove } = temporaryFolder(name)
  try {
    const under = await beneath(dir)
    try {
      return await onProduct(dir, work, { ...settings, ...under.settings })
    } finally {
      await under.end()
    }
  } finally {
    remove()
  }
}

const onProduct = async (dir: string, work: (bed: TestBed) => Promise<Outcome>, settings: Readonly<Record<string, string>>): Promise<Outcome> => {
  const port = await freePort()
  let env = settings
  let product = await startProduct({ dir, port, env })
  const start: TestBed['start'] = async (more = {}) => {
    await product.stop()
    env = { ...env, ...more }
    product = await startProduct({ dir, port, env })
    return product
  }
  try {
    const treasurer = await treasurerAt(product.base)
    const masterKeys = () =>
      masterKeysOf({ personalDataKey: env.PERSONAL_DATA_KEY, otherPersonalDataKey: env.PERSONAL_DATA_KEY_OTHER, dataDir: join(dir, 'data') })
    const readSide: TestBed['readSide'] = (run) =>
      openReadSide({ url: product.databaseUrl(), masterKeys: masterKeys(), eventStore: env.EVENT_STORE ?? 'postgres' }, run)
    const violations = (references: readonly string[] = []) => readSide((opened) => violationsOf(opened, references))
    return await work({ dir, start, product: () => product, treasurer, masterKeys, readSide, violations })
  } catch (error) {
    console.error(tail(product.output, 60))
    throw error
  } finally {
    await product.stop()
  }
}

export const query = async <Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  // The database may be killed meanwhile.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

const PATIENCE_MS = 240_000

/** Waits for a condition; returns the violation if it never holds. */
export const within = async (holds: () => Promise<boolean>, what: string): Promise<string[]> => {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(200)) if (await holds().catch(() => false)) return []
  return [`${what} did not come about`]
}

export const billsOf = async ({ treasurer, product }: TestBed, rows: number): Promise<string[]> => {
  const programId = await treasurer.program('Dues')
  await treasurer.client.upload(programId, memberCsv(rows, 1))
  const found = await query<{ id: string }>(product().databaseUrl(), 'select id from read.bills where program_id = $1 order by id', [programId])
  return found.map(({ id }) => id)
}

const isGone = (pid: number): boolean => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}

export const killHard = async (pid: number): Promise<void> => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return
  }
  while (!isGone(pid)) await pause(2)
}
