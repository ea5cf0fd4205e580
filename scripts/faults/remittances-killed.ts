import { setTimeout as pause } from 'node:timers/promises'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Remittance } from '../../modules/remittances/contract.ts'
import type { ListOf } from '../../modules/shared/api.ts'
import { memberCsv } from '../bench/people.ts'
import { median } from '../bench/table.ts'
import { signIn } from '../bench/treasurer.ts'
import { type Fault, killHard, onTestBed, query, type TestBed } from './test-bed.ts'

const ALLOCATIONS = 40
const WARM_UP = 4

type Answer<Body> = Readonly<{ status: number; body: Body | null }>

/** A treasurer at the API: status 0 means no answer. */
const treasurerOf = async ({ treasurer, product }: TestBed) => {
  const cookie = await signIn(product().base, treasurer, treasurer.networkId)
  const send = async <Body>(method: string, path: string, json?: unknown, key?: string): Promise<Answer<Body>> => {
    try {
      const headers = { cookie, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) }
      const body = json === undefined ? null : JSON.stringify(json)
      const answer = await fetch(`${product().base}/api${path}`, { method, headers, body, signal: AbortSignal.timeout(60_000) })
      return { status: answer.status, body: (await answer.json().catch(() => null)) as Body | null }
    } catch {
      return { status: 0, body: null }
    }
  }
  return send
}

/** Fault 33: the app is killed while it records remittances with 40 allocations, alone or with its database. */
export const remittancesKilled: Fault = ({ random, quick, points }) =>
  onTestBed('remittances-killed', async (bed) => {
    const kills = points ?? (quick ? 5 : 70)
    const programId = await bed.treasurer.program('Dues')
    await bed.treasurer.client.upload(programId, memberCsv(ALLOCATIONS, 1))
    const send = await treasurerOf(bed)
    const page = `assessmentProgramId=${programId}&pageSize=100`
    const bills = async () => (await send<ListOf<Bill>>('GET', `/assessment-bills?${page}`)).body?.data ?? []
    const allocations = (await bills()).map(({ id }) => ({ billId: id, amount: 1 }))
    const violations: string[] = []

    /** Every remittance pays $1 of each bill, so the bills agree at any moment unless a part of a remittance shows. */
    let looks = 0
    const look = async (): Promise<void> => {
      const open = new Set((await bills()).map(({ balance }) => balance))
      if (open.size > 1) violations.push(`R131 the bills show balances of ${[...open].join(', ')}`)
      const latest = await send<ListOf<Remittance>>('GET', '/remittances?pageSize=10')
      for (const { id, amount, allocations: of } of latest.body?.data ?? [])
        if (amount !== ALLOCATIONS || of.length !== ALLOCATIONS) violations.push(`R131 remittance ${id} shows ${of.length} parts of ${amount}`)
      if (open.size > 0 && latest.body) looks += 1
    }
    let running = true
    const observer = async () => {
      while (running) {
        await look()
        await pause(5)
      }
    }

    const record = (key: string) =>
      send<{ data: Remittance }>('POST', '/remittances', { amount: ALLOCATIONS, method: 'check', reference: key, allocations }, key)
    const ids = new Map<string, string>()
    const times: number[] = []
    for (let n = 0; n < WARM_UP; n += 1) {
      const started = performance.now()
      ids.set(`warm-up-${n}`, (await record(`warm-up-${n}`)).body?.data.id ?? '')
      times.push(performance.now() - started)
    }
    const took = median(times)
    const observing = observer()
    const started = async (): Promise<number> =>
      (await query<{ n: number }>(bed.product().databaseUrl(), `select count(*)::int as n from events where type = 'RemittanceStarted'`))[0]?.n ?? 0
    let [begun, answered] = [0, 0]
    for (let n = 0; n < kills; n += 1) {
      const key = `check-${n}`
      const answer = record(key)
      // Every third kill follows the answer at once.
      if (n % 3 === 0) await answer
      else await pause(took * 2 * ((n + random()) / kills))
      const postmaster = bed.product().postmaster()
      await bed.product().kill()
      if (n % 4 === 3) await killHard(postmaster)
      const { status, body } = await answer
      if (status === 201) answered += 1
      await bed.start()
      if (body) {
        const kept = await send<{ data: Remittance }>('GET', `/remittances/${body.data.id}`)
        if (kept.body?.data.allocations.length !== ALLOCATIONS)
          violations.push(`R127 ${key} was answered ${status}, and then shown as ${kept.status}`)
      }
      if ((await started()) > ids.size) begun += 1
      const again = await record(key)
      if (again.status !== 201 || !again.body) violations.push(`${key} sent again was answered ${again.status}: ${JSON.stringify(again.body)}`)
      else ids.set(key, again.body.data.id)
      if (body && body.data.id !== again.body?.data.id) violations.push(`${key} sent again was recorded again`)
    }
    running = false
    await observing
    for (const [key, id] of ids) if ((await record(key)).body?.data.id !== id) violations.push(`${key} sent a third time was recorded again`)
    const { body } = await send<ListOf<Remittance>>('GET', '/remittances?pageSize=1')
    if (body?.pagination.totalItems !== ids.size) violations.push(`${body?.pagination.totalItems} remittances for ${ids.size} checks`)
    for (const { id, amount, balance } of await bills())
      if (amount - balance !== ids.size) violations.push(`bill ${id} has $${amount - balance} of ${ids.size} checks`)
    violations.push(...(await bed.violations()))
    const summary = `the app killed at ${kills} points of recording a check for ${ALLOCATIONS} bills: ${begun} had begun, ${answered} had been answered, ${looks} looks saw each check whole or not at all`
    return { summary, violations }
  })
