import { execFileSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seeded } from '../../modules/app/demo/seeded.ts'
import { startMailServer } from '../../modules/sandbox/mail-server.ts'
import { memberCsv } from '../bench/people.ts'
import { tail, temporaryFolder } from '../bench/product.ts'
import { ms, percentile, rate, times } from '../bench/table.ts'
import { treasurerAt } from '../bench/treasurer.ts'
import { notYet, payableBills, takenAndRecorded } from '../faults/payable.ts'
import { query, within } from '../faults/test-bed.ts'
import { violationsOf } from '../invariants.ts'
import { startWireProcess } from '../testing/eventstoredb/process.ts'
import { openReadSide } from '../with-log.ts'
import { type Cluster, type Member, type Role, startCluster } from './cluster.ts'
import { type Congregation, type Part, type Sunday, sunday } from './sunday.ts'

const CONGREGATIONS = 2
const ROLES: readonly Role[] = ['web', 'web', 'projector', 'projector', 'worker', 'worker']
const RECEIVED = 600
const CLAIMED = 400
const BY_CARD = 400
const FREEZE_MS = 6_000
/** The limit of the latency of reads while processes are killed, as a multiple of that in calm. */
const CALM_RATIO = 3
/**
 * The limit of mails whose results are unrecorded when a worker is killed: they are sent again with the same
 * Message-ID.
 */
const UNREPORTED_AT_MOST = 110

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    kills: { type: 'string', default: '60' },
    seed: { type: 'string' },
    /** 'postgres', 'wire' (the stand-in for a node's protocol), or an esdb:// connection string. */
    log: { type: 'string', default: 'postgres' },
  },
})
const minutes = Number(values.minutes)
const kills = Number(values.kills)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const random = seeded(seed)

/** A network with bills of each kind, made before the measurement. */
const congregationAt = async (cluster: Cluster, n: number): Promise<Congregation> => {
  const treasurer = await treasurerAt(cluster.base, `treasurer-${n}@scale.example`)
  const billsOf = async (name: string, rows: number, batch: number): Promise<string[]> => {
    const programId = await treasurer.program(name)
    await treasurer.client.upload(programId, memberCsv(rows, batch))
    const found = await query<{ id: string }>(cluster.databaseUrl, 'select id from read.bills where program_id = $1 order by id', [programId])
    return found.map(({ id }) => id)
  }
  const received = await billsOf('Dues', RECEIVED, 100 * n + 1)
  const claimed = await billsOf('Pledges', CLAIMED, 100 * n + 2)
  const byCard = await payableBills({ treasurer, product: () => ({ databaseUrl: () => cluster.databaseUrl }) }, BY_CARD)
  return { treasurer, bills: { received, claimed, byCard } }
}

type Event = Readonly<{ name: string; of: (cluster: Cluster, member: Member) => Promise<void> }>
const events: readonly Event[] = [
  { name: 'killed', of: (cluster, member) => cluster.kill(member) },
  { name: 'frozen', of: (cluster, member) => cluster.freeze(member, FREEZE_MS) },
  { name: 'restarted', of: (cluster, member) => cluster.restart(member) },
]

/** Kills, freezes and restarts members, each kind in each way, one at a time. */
const storm = async (cluster: Cluster, until: number): Promise<ReadonlyMap<string, number>> => {
  const happened = new Map<string, number>()
  for (let i = 0; i < kills; i += 1) {
    const members = cluster.members()
    const member = members[i % members.length] as Member
    const event = events[Math.floor(i / members.length) % events.length] as Event
    await event.of(cluster, member)
    const what = `${member.role} ${event.name}`
    happened.set(what, (happened.get(what) ?? 0) + 1)
    const left = (until - performance.now()) / (kills - i)
    if (left > 0) await pause(left * random())
  }
  return happened
}

const described = (name: string, { looks, done, retried }: Part, seconds: number): string =>
  `${name}: ${rate(done / seconds)} done, looks p50 ${ms(percentile(looks, 0.5))}, p99 ${ms(percentile(looks, 0.99))}, ${retried} sent again`

/** Checks the invariants at the end (R78, R88 and others), and that all work has ended. */
const check = async (
  cluster: Cluster,
  traffic: Sunday,
  mails: ReadonlyMap<string, { times: number }>,
  workersHit: number,
  eventStore: string,
): Promise<string[]> => {
  const { databaseUrl: url, masterKey } = cluster
  const begun = traffic.begunByCard()
  const unpaid = await within(async () => (await notYet(url, begun, 'Paid')) === 0, 'Paid for each bill paid by card')
  const wanted = traffic.launched.length * traffic.rowsOfLaunch
  const sent = async () =>
    (
      await query<{ n: number }>(url, `select count(*)::int as n from read.messages where program_id = any($1) and status = 'Sent'`, [
        traffic.launched,
      ])
    )[0]?.n ?? 0
  const unsent = await within(async () => (await sent()) === wanted, `a sent mail for each of ${wanted} launched bills`)
  const ids = await query<{ id: string }>(url, 'select id from read.messages where program_id = any($1)', [traffic.launched])
  const taken = new Map([...mails].map(([id, { times: often }]) => [id.split('@')[0] as string, often]))
  const lost = ids.filter(({ id }) => !taken.has(id)).length
  const twice = ids.filter(({ id }) => (taken.get(id) ?? 0) > 1).length
  return [
    ...traffic.wrong,
    ...unpaid,
    ...unsent,
    ...(lost > 0 ? [`R88 ${lost} mails are said to be sent and never came`] : []),
    ...(ids.length > wanted ? [`R88 ${ids.length} mails for ${wanted} bills`] : []),
    ...(twice > workersHit * UNREPORTED_AT_MOST ? [`R88 ${twice} mails went twice`] : []),
    ...(await takenAndRecorded(url)),
    ...(await openReadSide({ url, masterKeys: [masterKey], eventStore }, (opened) => violationsOf(opened, traffic.acknowledged))),
  ]
}

const run = async (): Promise<number> => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'ignore' })
  const { dir, remove } = temporaryFolder('scale')
  const mails = await startMailServer()
  const node = values.log === 'wire' ? await startWireProcess() : null
  const eventStore = node?.connectionString ?? values.log
  const cluster = await startCluster(dir, { EVENT_STORE: eventStore })
  const total = minutes * 60
  const spans = { one: total * 0.15, calm: total * 0.2, rolling: total * 0.1, storm: total * 0.55 }
  try {
    // Links are read from caught mails; afterwards mail goes to a server that counts it.
    const first = await cluster.start('all')
    const congregations: Congregation[] = []
    for (let n = 0; n < CONGREGATIONS; n += 1) congregations.push(await congregationAt(cluster, n))
    cluster.set({ SMTP_URL: mails.url })
    await cluster.restart(first)
    const traffic = sunday(cluster.base, congregations)
    const during = async (name: string, seconds: number, work: () => Promise<unknown>): Promise<Part> => {
      traffic.part()
      const began = performance.now()
      await work()
      const took = (performance.now() - began) / 1_000
      const part = traffic.part()
      console.log(`  ${described(name, part, took)}, ${Math.round(took)} s of ${Math.round(seconds)}, load ${loadavg()[0]?.toFixed(1)}`)
      return part
    }
    const one = await during('one process', spans.one, () => pause(spans.one * 1_000))
    for (const role of ROLES) await cluster.start(role)
    await cluster.retire(first)
    const before = cluster.spent()
    const calm = await during(`${ROLES.length} processes in calm`, spans.calm, () => pause(spans.calm * 1_000))
    const after = cluster.spent()
    const droppedBefore = cluster.dropped()
    await during('rolling restart', spans.rolling, async () => {
      for (const member of cluster.members()) await cluster.restart(member)
    })
    const dropped = cluster.dropped() - droppedBefore
    let happened: ReadonlyMap<string, number> = new Map()
    const stormy = await during(`${kills} kills, freezes and restarts`, spans.storm, async () => {
      happened = await storm(cluster, performance.now() + spans.storm * 1_000)
    })
    await traffic.stop()
    const hit = [...happened].filter(([what]) => what.startsWith('worker')).reduce((sum, [, times]) => sum + times, 0)
    const p99 = (part: Part) => percentile(part.looks, 0.99)
    const violations = [
      ...(await check(cluster, traffic, mails.taken, hit, eventStore)),
      ...(dropped > 0 ? [`${dropped} requests were dropped by the rolling restart`] : []),
      ...(p99(stormy) > CALM_RATIO * p99(calm) ? [`a treasurer's p99 is ${times(p99(stormy) / p99(calm))} that of calm`] : []),
    ]
    const processors = (role: string) => ((after.get(role) ?? 0) - (before.get(role) ?? 0)) / 1_000 / spans.calm
    console.log(
      [
        `  processors in calm, of ${availableParallelism()}: ${[...new Set([...ROLES, 'postgres'])].map((role) => `${role} ${processors(role).toFixed(2)}`).join(', ')}`,
        `  ${[...happened].map(([what, often]) => `${what} ${often}`).join(', ')}`,
        `  ${times(calm.done / spans.calm / (one.done / spans.one))} the throughput of one process; p99 beside kills ${times(p99(stormy) / p99(calm))} that of calm`,
        `  ${traffic.acknowledged.length} receipts acknowledged, ${traffic.begunByCard().length} card payments, ${traffic.launched.length} launches of ${traffic.rowsOfLaunch}, ${mails.taken.size} mails; dropped by the rolling restart: ${dropped}`,
        `${violations.length} violations`,
        ...violations.slice(0, 20).map((violation) => `  ${violation}`),
      ].join('\n'),
    )
    if (violations.length > 0) for (const { role, output } of cluster.members()) console.log(`-- ${role}\n${tail(output, 8)}`)
    return violations.length === 0 ? 0 : 1
  } finally {
    await cluster.stop()
    await node?.stop()
    await mails.stop()
    remove()
  }
}

console.log(`seed ${seed}: ${minutes} minutes, ${kills} kills, log ${values.log} (again with: npm run scale -- --seed ${seed})`)
process.exit(await run())
