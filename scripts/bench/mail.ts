import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startMailServer } from '../../modules/sandbox/mail-server.ts'
import { memberCsv } from './people.ts'
import { freePort, startProduct, tail, temporaryFolder } from './product.ts'
import { type Figure, median, rate, times } from './table.ts'
import { treasurerAt } from './treasurer.ts'

const MAILS = Number(process.env.MAILS ?? 10_000)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const PATIENCE_MS = 300_000
/** Folder for a CPU profile of the product. */
const profile = process.env.PROFILE

/** A launch through the real product and bare pooled nodemailer, alternating on the same SMTP server. */
export const benchMail = async (): Promise<Figure[]> => {
  const { dir, remove } = temporaryFolder('bench')
  const port = await freePort()
  const server = await startMailServer()
  // Registration needs the product's own mail catcher; afterwards the measured mail server replaces it.
  const first = await startProduct({ dir, port })
  const treasurer = await treasurerAt(first.base)
  await first.stop()
  const product = await startProduct({
    dir,
    port,
    env: { SMTP_URL: server.url },
    flags: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
  })

  const bare = async (round: number): Promise<number> => {
    server.forget()
    const child = fork(join(import.meta.dirname, 'bare-mail.ts'), [server.url, String(MAILS), String(round)], { execArgv: ['--import', 'tsx'] })
    await once(child, 'message')
    const started = performance.now()
    const ended = await server.until(MAILS, PATIENCE_MS)
    child.kill()
    return (MAILS * 1000) / (ended - started)
  }
  const launch = async (round: number): Promise<number> => {
    const programId = await treasurer.program(`Launch ${round}`)
    await treasurer.client.upload(programId, memberCsv(MAILS, 1))
    while ((await treasurer.billsOf(programId)) < MAILS) await new Promise((resolve) => setTimeout(resolve, 50))
    server.forget()
    const started = performance.now()
    await treasurer.client.put(`/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
    const ended = await server.until(MAILS, PATIENCE_MS)
    const stats = async () => (await treasurer.client.get<{ data: { status: string } }>(`/assessment-programs/${programId}/campaign/stats`)).data
    while ((await stats()).status !== 'Completed') await new Promise((resolve) => setTimeout(resolve, 50))
    for (const [id, { times: often, to }] of server.taken) if (often !== 1) throw new Error(`${id} went to ${to} ${often} times`)
    if (server.taken.size !== MAILS || new Set([...server.taken.values()].map(({ to }) => to)).size !== MAILS)
      throw new Error(`${server.taken.size} mails for ${MAILS} payors`)
    return (MAILS * 1000) / (ended - started)
  }

  try {
    const rounds: { limit: number; measured: number }[] = []
    await bare(-1)
    for (let i = 0; i < ROUNDS; i += 1) {
      rounds.push({ limit: await bare(i), measured: await launch(i) })
      console.log(`  nodemailer ${rate(rounds[i]?.limit ?? 0)}, launch ${rate(rounds[i]?.measured ?? 0)}`)
    }
    const ratio = median(rounds.map(({ limit, measured }) => measured / limit))
    return [
      {
        job: `launch of ${MAILS.toLocaleString('en-US')} mails, each once`,
        limit: `nodemailer ${rate(median(rounds.map(({ limit }) => limit)))}`,
        measured: rate(median(rounds.map(({ measured }) => measured))),
        ratio: times(ratio),
        goal: '≥ 0.50×',
        ok: ratio >= 0.5,
      },
    ]
  } catch (error) {
    console.error(tail(product.output))
    throw error
  } finally {
    await product.stop()
    await server.stop()
    remove()
  }
}
