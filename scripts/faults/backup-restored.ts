import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DemoClient } from '../../modules/app/demo/client.ts'
import { masterKeysOf } from '../../modules/platform/personal-data/master-key.ts'
import { type MailServer, startMailServer } from '../../modules/sandbox/mail-server.ts'
import { memberCsv } from '../bench/people.ts'
import { freePort, startProduct } from '../bench/product.ts'
import { violationsOf } from '../invariants.ts'
import { openReadSide } from '../with-log.ts'
import { payments } from './payments.ts'
import { billsOf, type Fault, killHard, onTestBed, query, type TestBed, within } from './test-bed.ts'

const root = resolve(import.meta.dirname, '../..')
const WAITING = 'wanda@fault.example'
const ROWS = 50

const script = (name: string, dataDir: string, backupKey: string, ...more: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', join('scripts', name), ...more], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, BACKUP_KEY: backupKey },
    maxBuffer: 2 ** 28,
  })

/** Uploads files in sequence; returns those whose rows were acknowledged. */
const uploads = ({ treasurer }: TestBed, programId: string) => {
  const acknowledged: number[] = []
  let running = true
  const work = (async () => {
    for (let batch = 100; running; batch += 1) {
      const sent = await treasurer.client.upload(programId, memberCsv(ROWS, batch)).then(
        () => true,
        () => false,
      )
      if (sent) acknowledged.push(batch)
      else await pause(200)
    }
  })()
  return {
    acknowledged,
    stop: async () => {
      running = false
      await work
    },
  }
}

const register = (base: string) =>
  fetch(`${base}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Wanda', lastName: 'Waits', email: WAITING, password: 'Waiting-for-mail-1' }),
  })

/** The errors of the restored product: everything acknowledged before the backup began must exist. */
const wrongIn = async (dir: string, promised: Readonly<{ references: string[]; batches: number[] }>, bed: TestBed, server: MailServer) => {
  const product = await startProduct({ dir, port: await freePort(), env: { SMTP_URL: server.url } })
  try {
    const { email, password } = bed.treasurer
    const again = new DemoClient(product.base)
    await again.signIn(email, password)
    const emails = promised.batches.map((batch) => memberCsv(ROWS, batch).split('\n')[1]?.split(',')[2] ?? '')
    const missing: string[] = []
    for (const address of emails) {
      const { data } = await again.get<{ data: { email: string; name: string }[] }>(`/members?search=${encodeURIComponent(address)}`)
      if (!data.some((member) => member.email === address && member.name.trim() !== ''))
        missing.push(`the upload with ${address} was acknowledged and is lost`)
    }
    const url = product.databaseUrl()
    const masterKeys = masterKeysOf({ personalDataKey: undefined, dataDir: join(dir, 'data') })
    const violations = await openReadSide({ url, masterKeys }, (opened) => violationsOf(opened, promised.references))
    const unread = await query<{ count: number }>(url, `select count(*)::int as count from read.members where first_name is null`)
    return [
      ...missing,
      ...violations,
      ...(unread[0]?.count === 0 ? [] : [`${unread[0]?.count} members have no name that can be read`]),
      ...(await within(async () => [...server.taken.values()].some(({ to }) => to === WAITING), 'the mail that waited')),
    ]
  } finally {
    await product.stop()
  }
}

/** Fault 27: a backup is made during work, the machine is lost, and the backup is restored on another. */
export const backupRestored: Fault = ({ random, quick }) =>
  onTestBed('backup', async (bed) => {
    const rounds = quick ? 1 : 3
    const server = await startMailServer()
    server.behave(() => 'defer')
    const violations: string[] = []
    let promises = 0
    try {
      await bed.start({ SMTP_URL: server.url })
      const bills = await billsOf(bed, quick ? 500 : 2_000)
      const programId = await bed.treasurer.program('Uploads')
      if ((await register(bed.product().base)).status >= 300) violations.push('nobody could register')
      for (let round = 1; round <= rounds; round += 1) {
        const stream = await payments(bed, bills, random)
        const files = uploads(bed, programId)
        await pause(1_500 + random() * 1_500)
        const promised = { references: [...stream.acknowledged, ...stream.marked.values()], batches: [...files.acknowledged] }
        promises += promised.references.length + promised.batches.length
        const [key, file] = [randomBytes(32).toString('base64'), join(bed.dir, `round-${round}.backup`)]
        await script('backup.ts', join(bed.dir, 'data'), key, file)
        const postmaster = bed.product().postmaster()
        await bed.product().kill()
        await killHard(postmaster)
        await Promise.all([stream.stop(), files.stop()])
        const elsewhere = join(bed.dir, `elsewhere-${round}`)
        mkdirSync(elsewhere)
        await script('restore.ts', join(elsewhere, 'data'), key, file)
        await script('replay.ts', join(elsewhere, 'data'), key).catch(({ stderr }: { stderr: string }) => violations.push(`replay: ${stderr.trim()}`))
        server.forget()
        server.behave(() => 'take')
        violations.push(...(await wrongIn(elsewhere, promised, bed, server)))
        server.behave(() => 'defer')
        await bed.start()
      }
    } finally {
      await server.stop()
    }
    return {
      summary: `${rounds} backups under traffic, restored elsewhere: ${promises} commands that were acknowledged before are there`,
      violations,
    }
  })
