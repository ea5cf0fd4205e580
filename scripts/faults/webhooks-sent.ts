import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { DemoClient } from '../../modules/app/demo/client.ts'
import type { RecordedEvent } from '../../modules/platform/event-store/event-store.ts'
import type { Delivery, Webhook, WebhookSecret } from '../../modules/webhooks/contract.ts'
import { signedHeaders } from '../../modules/webhooks/signature.ts'
import { webhookEventTypes } from '../../modules/webhooks/values.ts'
import { memberCsv } from '../bench/people.ts'
import { eventsUpTo } from '../events-up-to.ts'
import { type Received, startReceiver } from '../testing/receiver.ts'
import { onNodeTestBed } from './outage.ts'
import { payorAt } from './payable.ts'
import { payments } from './payments.ts'
import { billsOf, type Circumstances, type Fault, killHard, type Outcome, onTestBed, query, type TestBed, within } from './test-bed.ts'

const OTHER_ADMIN = { email: 'other@fault.example', firstName: 'Otto', lastName: 'Heard' }
/** The most tries that fail for one delivery. The third try succeeds, so that all deliveries arrive within minutes. */
const BAD_TRIES = 2
/** Hanging is rare: a webhook that hangs three times in a row is paused for minutes. */
const HANG_EVERY_MS = 20_000
const SKEW_SECONDS = 5

type Payload = Readonly<{ id: string; type: string; position: number; data: Readonly<Record<string, unknown>> }>
/** A receiver's answer to a delivery; status null: no valid answer. */
type Reply = Readonly<{ received: Received; status: number | null; text: string }>
type Hook = Readonly<{ id: string; path: string; secret: string; happenings: readonly string[] }>

const groupedBy = (replies: readonly Reply[], keyOf: (reply: Reply) => string): ReadonlyMap<string, readonly Reply[]> => {
  const groups = new Map<string, Reply[]>()
  for (const reply of replies) {
    const group = groups.get(keyOf(reply)) ?? []
    group.push(reply)
    groups.set(keyOf(reply), group)
  }
  return groups
}
const isTaken = ({ status }: Reply): boolean => status !== null && status >= 200 && status < 300
const idOf = ({ received }: Reply): string => String(received.headers['webhook-id'])

type Mood = 'hang' | 'reset' | 'switch' | Readonly<{ status: number }>
/** The bad answers. Each of them is given to one request in twenty. */
const BAD_MOODS: readonly Mood[] = ['reset', 'switch', { status: 500 }, { status: 302 }]

/** Answers like real servers: well, with errors, by hanging, by disconnecting, by switching protocols. */
const startMoodyReceiver = async (random: () => number) => {
  const receiver = await startReceiver()
  const replies: Reply[] = []
  const tries = new Map<string, number>()
  const hung = new Map<string, number>()
  const gone = new Set<string>()
  const wrong: string[] = []

  let calm = false
  const hangs = (path: string): boolean => {
    if (calm || random() > 0.03 || Date.now() - (hung.get(path) ?? 0) < HANG_EVERY_MS) return false
    hung.set(path, Date.now())
    return true
  }
  const moodAt = (path: string, tried: number): Mood => {
    if (gone.has(path)) return { status: 410 }
    if (tried <= BAD_TRIES) {
      if (hangs(path)) return 'hang'
      const found = BAD_MOODS[Math.floor(random() * 20)]
      if (found) return found
    }
    return { status: [200, 202, 204][Math.floor(random() * 3)] ?? 200 }
  }
  const answer = (response: ServerResponse): void => {
    const received = receiver.received.at(-1) as Received
    const at = `${received.path} ${received.headers['webhook-id']}`
    const tried = (tries.get(at) ?? 0) + 1
    tries.set(at, tried)
    if (received.path === '/elsewhere') wrong.push('R33 a redirect was followed')
    const mood = moodAt(received.path, tried)
    const status = typeof mood === 'string' ? null : mood.status
    const text = status === null || status === 204 ? '' : `answer ${replies.length}`
    replies.push({ received, status, text })
    if (status !== null) response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(text)
    else if (mood === 'reset') response.socket?.resetAndDestroy()
    else if (mood === 'switch') response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
  }
  receiver.answer(answer)
  return {
    url: receiver.url,
    replies,
    wrong,
    goneFrom: (path: string) => void gone.add(path),
    calmDown: () => {
      calm = true
    },
    stop: receiver.stop,
  }
}
type Receiver = Awaited<ReturnType<typeof startMoodyReceiver>>

const pathOf = ({ treasurer }: TestBed, hook?: string): string => `/networks/${treasurer.networkId}/webhooks${hook ? `/${hook}` : ''}`

const makeHooks = async (bed: TestBed, { url }: Receiver): Promise<[Hook, Hook, Hook]> => {
  const make = async (name: string, happenings: readonly string[]): Promise<Hook> => {
    const path = `/${name}`
    const { id, secret } = await bed.treasurer.client.post<WebhookSecret>(pathOf(bed), { name, url: `${url}${path}`, happenings })
    return { id, path, secret, happenings }
  }
  await bed.treasurer.confirm()
  return [
    await make('everything', webhookEventTypes),
    await make('money', ['payment.recorded', 'payment.claimed', 'bill.paid', 'campaign.launched']),
    await make('gone', webhookEventTypes),
  ]
}

const joinOtherAdmin = async ({ product, treasurer }: TestBed): Promise<void> => {
  const other = new DemoClient(product().base)
  await other.join(OTHER_ADMIN, treasurer.password)
  await treasurer.confirm()
  await treasurer.client.post(`/networks/${treasurer.networkId}/people`, { email: OTHER_ADMIN.email, role: 'Admin' })
  await other.post('/invitations/accept', { token: await other.mailedToken(OTHER_ADMIN.email, 'accept-invitation') })
}

/** Makes claims and launches until stopped; interrupted ones are not repeated. */
const claimsAndLaunches = (bed: TestBed, bills: readonly string[]) => {
  let running = true
  const claims = async (): Promise<void> => {
    for (const bill of bills) {
      if (!running) return
      await payorAt(bed.product().base)(`/assessments/${bill}/mark-as-paid`, { paymentMethod: 'zelle' })
      await pause(60)
    }
  }
  const launches = async (): Promise<void> => {
    for (let batch = 100; running; batch += 1) {
      const launch = async () => {
        const programId = await bed.treasurer.program(`Launched ${batch}`)
        await bed.treasurer.client.upload(programId, memberCsv(5, batch))
        await bed.treasurer.client.put(`/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
      }
      await launch().catch(() => pause(300))
      await pause(200)
    }
  }
  const work = Promise.all([claims(), launches()])
  return {
    stop: async () => {
      running = false
      await work
    },
  }
}

/**
 * By type of event in the log, the webhook event that always follows from it. bill.paid is absent, since it depends on
 * the state of the bill.
 */
const followingFrom: Readonly<Record<string, string>> = {
  ...{ BillIssued: 'bill.issued', PaymentClaimed: 'payment.claimed', PaymentRecorded: 'payment.recorded', MembersRegistered: 'payor.entered' },
  ...{ ProgramCreated: 'program.created', ProgramChanged: 'program.changed', ProgramActivated: 'program.activated' },
  ...{ CampaignLaunched: 'campaign.launched', CampaignCompleted: 'campaign.completed', CampaignReopened: 'campaign.reopened' },
}
const nameOf = (type: string, position: number, payorId: unknown): string =>
  type === 'payor.entered' ? `${type} ${position} ${payorId}` : `${type} ${position}`

const followFrom = ({ type, position, data }: RecordedEvent): string[] => {
  const webhookEvent = followingFrom[type]
  if (webhookEvent === undefined) return []
  const members = type === 'MembersRegistered' ? (data.members as readonly { memberId: string }[]) : [{ memberId: '' }]
  return members.map(({ memberId }) => nameOf(webhookEvent, Number(position), memberId))
}

/** For each webhook, the webhook events that the log calls for between the webhook's creation and its turn-off. */
const expectedOf = (bed: TestBed, hooks: readonly Hook[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> =>
  bed.readSide(async ({ store }) => {
    const on = new Set<string>()
    const expected = new Map(hooks.map(({ id }) => [id, new Set<string>()]))
    for await (const event of eventsUpTo(store, await store.head())) {
      const webhookId = String((event.data as { webhookId?: string }).webhookId)
      if (event.type === 'WebhookMade') on.add(webhookId)
      if (event.type === 'WebhookTurnedOff') on.delete(webhookId)
      for (const name of followFrom(event))
        for (const { id, happenings } of hooks) if (on.has(id) && happenings.includes(name.split(' ')[0] ?? '')) expected.get(id)?.add(name)
    }
    return expected
  })

type Row = Readonly<{
  webhookEvent: string
  state: Delivery['state']
  problem: string | null
  status: number | null
  body: string
  answer: string | null
  headers: Readonly<Record<string, string>> | null
}>

const rowsOf = (bed: TestBed, { id }: Hook): Promise<Row[]> =>
  query<Row>(
    bed.product().databaseUrl(),
    'select happening_id as "webhookEvent", state, problem, status, body, answer, headers from webhook_deliveries where webhook_id = $1',
    [id],
  )

const some = (what: string, found: readonly string[]): string[] => (found.length === 0 ? [] : [`${what}: ${found.length}, the first ${found[0]}`])

/** Checks that each webhook event has one delivery, and that it arrived. */
const sentWrongly = async (bed: TestBed, hook: Hook, expected: ReadonlySet<string>, replies: readonly Reply[], isOn: boolean) => {
  const rows = await rowsOf(bed, hook)
  const received = rows.map(({ body }) => JSON.parse(body) as Payload)
  const names = received.map(({ type, position, data }) => nameOf(type, position, data.payorId))
  const had = new Set(names)
  const taken = new Set(replies.filter(isTaken).map(idOf))
  const [settled, others] = [names.filter((name) => name.startsWith('bill.paid ')), names.filter((name) => !name.startsWith('bill.paid '))]
  const paid = await query<{ id: string }>(bed.product().databaseUrl(), `select id from read.bills where state = 'Paid'`)
  const sentPaid = received.filter(({ type }) => type === 'bill.paid').map(({ data }) => String(data.billId))
  const at = hook.path
  return [
    ...some(
      `R33 ${at} was made no delivery of`,
      [...expected].filter((name) => !had.has(name)),
    ),
    ...some(
      `R31 ${at} was made a delivery of what did not happen while it was on`,
      others.filter((name) => !expected.has(name)),
    ),
    ...(had.size === names.length ? [] : [`R33 ${at} has ${names.length} deliveries of ${had.size} events`]),
    ...(settled.length === new Set(sentPaid).size ? [] : [`R33 ${at} was told twice that a bill is paid`]),
    ...(isOn
      ? some(
          `R33 ${at} was not told that a bill is paid`,
          paid.map(({ id }) => id).filter((id) => !sentPaid.includes(id)),
        )
      : []),
    ...(isOn
      ? some(
          `R33 ${at} never took`,
          rows.filter(({ webhookEvent }) => !taken.has(webhookEvent)).map(({ body }) => body),
        )
      : []),
  ]
}

/** Checks that the deliveries' log matches the requests and answers. */
const loggedWrongly = async (bed: TestBed, hook: Hook, replies: readonly Reply[], isOn: boolean) => {
  const repliesTo = groupedBy(replies, idOf)
  return (await rowsOf(bed, hook)).flatMap(({ webhookEvent, state, status, problem, body, answer, headers }) => {
    const mine = repliesTo.get(webhookEvent) ?? []
    const asSent = mine.some(
      (reply) =>
        reply.received.body === body &&
        reply.received.headers['webhook-signature'] === headers?.['webhook-signature'] &&
        reply.received.headers['webhook-timestamp'] === headers?.['webhook-timestamp'] &&
        reply.status === status &&
        reply.text === answer,
    )
    const is = `R36 ${hook.path} ${webhookEvent} is ${state}, ${status ?? problem} ${answer}`
    if (state === 'delivered')
      return asSent && problem === null ? [] : [`${is}, which was not answered: ${JSON.stringify(mine.map(({ status }) => status))}`]
    // Pending deliveries of the webhook that answered 410 are given up, tried or not.
    return !isOn && state === 'failed' && problem === 'off' ? [] : [`${is}`]
  })
}

const signedWrongly = ({ path, secret }: Hook, replies: readonly Reply[]): string[] =>
  replies.flatMap(({ received: { headers, body } }) => {
    const [id, timestamp] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])]
    const isRight =
      headers['webhook-signature'] === signedHeaders([secret], id, timestamp, body)['webhook-signature'] && (JSON.parse(body) as Payload).id === id
    return isRight && timestamp <= Date.now() / 1_000 + SKEW_SECONDS ? [] : [`R33 ${path} was sent ${id} with a signature that is not its own`]
  })

/** Checks that the webhook that answered 410 is off, and that each Admin has one mail about it. */
const goneWrongly = async (bed: TestBed, gone: Hook): Promise<string[]> => {
  const { client, email } = bed.treasurer
  const { data } = await client.get<{ data: Webhook[] }>(pathOf(bed))
  const off = data.filter(({ isOn }) => !isOn).map(({ name, offBecause }) => `${name} ${offBecause}`)
  const mails = async (to: string) => {
    const { data } = await client.get<{ data: { subject: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(to)}`)
    const count = data.filter(({ subject }) => /^The webhook "gone" .* was turned off$/.test(subject)).length
    return count === 1 ? [] : [`R34 ${to} was mailed ${count} times that ${gone.path} is off`]
  }
  return [
    ...(off.join() === 'gone gone' ? [] : [`R34 these are off: ${off.join() || 'none'}`]),
    ...(await mails(email)),
    ...(await mails(OTHER_ADMIN.email)),
  ]
}

const count = async (bed: TestBed, sql: string): Promise<number> =>
  (await query<{ n: number }>(bed.product().databaseUrl(), `select count(*)::int as n from ${sql}`))[0]?.n ?? 0

/**
 * Waits until every webhook event has its delivery, no delivery is waiting, and no dead process holds a job or queue.
 */
const settled = async (bed: TestBed, hooks: readonly Hook[]): Promise<string[]> => {
  const handedOut = async () => {
    const expected = await expectedOf(bed, hooks)
    for (const hook of hooks) {
      const rows = await count(bed, `webhook_deliveries where webhook_id = '${hook.id}' and type <> 'bill.paid'`)
      if (rows < (expected.get(hook.id)?.size ?? 0)) return false
    }
    return true
  }
  const jobs = 'graphile_worker._private_jobs'
  return [
    ...(await within(handedOut, 'a delivery for each event')),
    ...(await within(async () => (await count(bed, `webhook_deliveries where state = 'waiting'`)) === 0, 'the end of what waits')),
    ...(await within(
      async () => (await count(bed, `${jobs} where attempts < max_attempts and (locked_at is not null or run_at <= now())`)) === 0,
      'the end of the jobs',
    )),
    ...(await within(async () => (await count(bed, `${jobs} where attempts >= max_attempts`)) === 0, 'jobs none of which has failed for good')),
    ...(await within(
      async () => (await count(bed, 'graphile_worker._private_job_queues where locked_at is not null')) === 0,
      'a queue that nobody holds',
    )),
  ]
}

const sentAndKilled = async (bed: TestBed, { random, quick }: Circumstances): Promise<Outcome> => {
  const kills = quick ? 4 : 16
  const receiver = await startMoodyReceiver(random)
  try {
    await joinOtherAdmin(bed)
    const bills = await billsOf(bed, quick ? 1_000 : 4_000)
    const [everything, money, gone] = await makeHooks(bed, receiver)
    const hooks = [everything, money, gone]
    const claimed = Math.floor(bills.length / 4)
    const stream = await payments(bed, bills.slice(claimed), random)
    const others = claimsAndLaunches(bed, bills.slice(0, claimed))
    for (let i = 0; i < kills; i += 1) {
      await pause(500 + random() * 4_500)
      if (i === kills / 2) receiver.goneFrom(gone.path)
      const postmaster = bed.product().postmaster()
      await bed.product().kill()
      if (i % 3 === 2) await killHard(postmaster)
      await bed.start()
    }
    await pause(1_000)
    receiver.calmDown()
    await Promise.all([stream.stop(), others.stop()])
    await stream.finish()

    const violations = [...(await settled(bed, hooks)), ...receiver.wrong]
    const expected = await expectedOf(bed, hooks)
    const received = groupedBy(receiver.replies, (reply) => reply.received.path)
    for (const hook of hooks) {
      const [replies, isOn] = [received.get(hook.path) ?? [], hook !== gone]
      violations.push(...(await sentWrongly(bed, hook, expected.get(hook.id) ?? new Set(), replies, isOn)))
      violations.push(...(await loggedWrongly(bed, hook, replies, isOn)), ...signedWrongly(hook, replies))
    }
    violations.push(...(await goneWrongly(bed, gone)))
    violations.push(...(await bed.violations([...stream.acknowledged, ...stream.marked.values()])))
    const deliveries = await count(bed, `webhook_deliveries where state = 'delivered'`)
    const again = receiver.replies.filter(isTaken).length - deliveries
    return { summary: `${kills} kills, ${deliveries} deliveries taken after ${receiver.replies.length} tries, ${again} of them again`, violations }
  } finally {
    await receiver.stop()
  }
}

/**
 * Fault 32: the app is killed during deliveries, with receivers in every state; first with the log in Postgres, then in
 * an event store.
 */
export const webhooksSent: Fault = async (circumstances) => {
  const onPostgres = await onTestBed('webhooks-told', (bed) => sentAndKilled(bed, circumstances))
  const onNode = await onNodeTestBed('webhooks-told-node', (bed) => sentAndKilled(bed, circumstances))
  return {
    summary: `webhooks told of all that happens, once each: on Postgres ${onPostgres.summary}; on EventStoreDB ${onNode.summary}`,
    violations: [...onPostgres.violations.map((found) => `on Postgres: ${found}`), ...onNode.violations.map((found) => `on EventStoreDB: ${found}`)],
  }
}
