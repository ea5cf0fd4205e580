import { Uint8ArrayReader } from '@zip.js/zip.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRecord } from '../../projections/audit/record.ts'
import { profileNameOf } from '../../projections/payment-profiles/queries.ts'
import { originOfPayor, programMovesOf } from '../../projections/payors/queries.ts'
import { allProjections } from '../../projections/projections.ts'
import { runProjector } from '../../projections/projector.ts'
import { eventsUpTo } from '../../scripts/events-up-to.ts'
import { violationsOf } from '../../scripts/invariants.ts'
import { differing, emptyTables, liveTables, refold } from '../../scripts/refold.ts'
import { freshDatabase } from '../../scripts/testing/database.ts'
import * as f from '../../scripts/testing/event-fixtures.ts'
import { rootsAmong, signerOf } from '../../scripts/testing/packs.ts'
import type { OpenLog } from '../../scripts/with-log.ts'
import { accessDecider } from '../audit/access-log.ts'
import { leafHash, lineOf } from '../audit/leaf.ts'
import { repairDecider } from '../audit/repair.ts'
import { problemText } from '../audit/verify/report.ts'
import { verifyFiles } from '../audit/verify/verify-files.ts'
import { writePack } from '../audit/write-pack.ts'
import { mandateCodec } from '../autopay/codec.ts'
import { mandateDecider } from '../autopay/decider.ts'
import { bankLineCodec } from '../banking/codec.ts'
import { bankLineDecider, statementDecider } from '../banking/decider.ts'
import { billCodec } from '../bills/codec.ts'
import { billDecider } from '../bills/decider.ts'
import { billHistoryRoutes } from '../bills/history.ts'
import { campaignDecider } from '../campaigns/decider.ts'
import { campaignHistoryRoute } from '../campaigns/history.ts'
import { depositCodec } from '../deposits/codec.ts'
import { depositDecider } from '../deposits/decider.ts'
import { allEvents, eventsByCategory } from '../events.ts'
import { instantOf } from '../kernel/dates.ts'
import type { Decider, DomainEvent } from '../kernel/decider.ts'
import { NetworkId } from '../kernel/ids.ts'
import { messageCodec } from '../messages/codec.ts'
import { messageDecider } from '../messages/decider.ts'
import { reminderDecider } from '../messages/reminder-routes.ts'
import type { NetworkState } from '../networks/access.ts'
import { networkCodec } from '../networks/codec.ts'
import { networkDecider } from '../networks/decider.ts'
import { networkHistoryRoutes } from '../networks/history.ts'
import { profileCodec } from '../payment-profiles/codec.ts'
import { profileDecider } from '../payment-profiles/decider.ts'
import { profileHistoryRoutes } from '../payment-profiles/history.ts'
import { payoutDecider } from '../payments/payouts.ts'
import { payorHistoryRoutes } from '../payors/history.ts'
import { type Category, categoryOf, type StreamName } from '../platform/event-store/event-store.ts'
import { openStore } from '../platform/event-store/open-store.ts'
import { type Codec, commandHandler } from '../platform/handle.ts'
import { historian } from '../platform/history.ts'
import type { Route } from '../platform/http/route.ts'
import { openLog } from '../platform/log.ts'
import { openSealed, personalData } from '../platform/personal-data/personal-data.ts'
import { openPool, openQueries, READ_SCHEMA } from '../platform/postgres/database.ts'
import { programDecider } from '../programs/decider.ts'
import { programHistoryRoutes } from '../programs/history.ts'
import { remittanceCodec } from '../remittances/codec.ts'
import { remittanceDecider } from '../remittances/decider.ts'
import type { HistoryRow } from '../shared/history.ts'

// Events are only ever added, or get optional fields, so every old shape stays readable. A changed event gets a step
// from its old shape (`from` of its entry), and keeps the fixture of that shape.

let opened: OpenLog
let history: Awaited<ReturnType<typeof f.eventFixtures>>
let end: () => Promise<void>
let histories: Readonly<Record<'network' | 'profile' | 'program' | 'campaign' | 'member' | 'bill', readonly Route[]>>

const streamsOf = (category: string) => [...new Set(history.map(({ stream }) => stream))].filter((stream) => categoryOf(stream) === category)

const rows = async (query: string): Promise<unknown[]> => (await opened.pool.query({ text: query, rowMode: 'array' })).rows

/** Folds the whole log at once; rejects with the problem that blocks a projection. */
const fold = async () => {
  const { pool, store, projections, log } = opened
  await emptyTables(pool, READ_SCHEMA)
  const head = await store.head()
  const stop = new AbortController()
  const folded = projections.map(
    (projection) =>
      new Promise<void>((resolve, reject) => {
        const onMoved = (position: bigint) => position >= head && resolve()
        const onStopped = (problem: string | null) => problem && reject(new Error(`${projection.name} has stopped: ${problem}`))
        void runProjector({ pool, store, projection, schema: READ_SCHEMA, log, signal: stop.signal, onMoved, onStopped })
      }),
  )
  await Promise.all(folded).finally(() => stop.abort())
}

beforeAll(async () => {
  const database = await freshDatabase()
  const pool = openPool(database.url)
  const store = await openStore('postgres', database.url)
  const db = await openQueries(database.url)
  const personal = personalData(pool, [f.masterKey])
  opened = { pool, store, personal, projections: allProjections(personal, store), log: openLog('silent') }
  end = async () => {
    await Promise.all([store.close(), db.end(), pool.end()])
    await database.drop()
  }
  await pool.query('insert into person_keys (owner, wrapped) values ($1, $2)', [f.ruth, f.ruthsKey])
  history = await f.eventFixtures(async (owner, value) => (await personal.sealAll([{ owner, value }]))[0] as never)
  await f.writeFixtures(store, history)
  await personal.forget(f.ole)

  const historyOf = historian(store, async () => new Map([[f.ada, 'Ada Example']]))
  histories = {
    bill: billHistoryRoutes({ store, personal, historian: historyOf, timeZoneOf: async () => 'America/Chicago' }),
    member: payorHistoryRoutes({ personal, historian: historyOf, originOfPayor: originOfPayor(db), programMovesOf: programMovesOf(db) }),
    network: networkHistoryRoutes(personal, historyOf),
    profile: profileHistoryRoutes(store, personal, historyOf),
    program: programHistoryRoutes({ store, historian: historyOf, profileNameOf: profileNameOf(db) }),
    campaign: [campaignHistoryRoute({ historian: historyOf, programStateOf: async () => ({ networkId: NetworkId.parse(f.network) }) })],
  }
  await fold()
})
afterAll(() => end())

test('every declared event has a fixture', () => {
  const declared = Object.values(eventsByCategory).flatMap((table) => Object.keys(table))
  expect(declared.length, 'a type is unique in the log').toBe(Object.keys(allEvents).length)
  expect(declared.length).toBeGreaterThan(60)
  for (const { stream, type } of history) expect(Object.keys(eventsByCategory[categoryOf(stream)])).toContain(type)
  expect([...new Set<string>(history.map(({ type }) => type))].sort()).toEqual(declared.sort())
})

test('the journal holds all events of the network, in the order of the log', async () => {
  const { pool, store } = opened
  const recorded: string[] = []
  for await (const event of eventsUpTo(store, await store.head()))
    if (categoryOf(event.stream) !== 'slug') recorded.push(`${event.type} ${event.stream}@${event.revision}`)
  const { rows } = await pool.query<{ noted: string }>(`select type || ' ' || stream || '@' || revision as noted from journal order by position`)
  expect(rows.map(({ noted }) => noted)).toEqual(recorded)
})

test('a pack of any span, made from the read models, verifies', async () => {
  const { pool, store } = opened
  const head = await store.head()
  const leaves: Buffer[] = []
  for await (const event of eventsUpTo(store, head)) if (categoryOf(event.stream) !== 'slug') leaves.push(leafHash(lineOf(event)))
  const client = await pool.connect()
  const { during } = openRecord(client, store, NetworkId.parse(f.network), head)
  const minute = (n: number) => instantOf(Date.parse('2026-01-05T09:00:00.000Z') + n * 60_000)
  let moving = 0
  for (let first = 0; first < history.length; first += 13)
    for (let end = first + 1; end <= history.length + 30; end += 41) {
      const span = { from: minute(first), to: minute(end) }
      const source = { ...(await during(span)), rootsOf: rootsAmong(leaves) }
      moving = Math.max(moving, ...[...(await source.movements()).values()].map(({ size }) => size))
      const chunks: Uint8Array[] = []
      const out = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) })
      await writePack(out, source, { ...span, network: NetworkId.parse(f.network), madeAt: minute(10_000) }, signerOf([1]))
      const [report] = await verifyFiles([new Uint8ArrayReader(Uint8Array.from(Buffer.concat(chunks)))], [])
      expect(report?.problems.map(problemText), `events of the minutes ${first} to ${end}`).toEqual([])
    }
  client.release()
  expect(moving).toBeGreaterThan(10)
})

test('every table of the read models holds rows', async () => {
  const tables = (await rows(`select relname from pg_class where relkind = 'r' and relnamespace = to_regnamespace('${READ_SCHEMA}')`)) as string[][]
  const empty: string[] = []
  for (const [table] of tables) if ((await rows(`select from ${READ_SCHEMA}.${table} limit 1`)).length === 0) empty.push(table ?? '')
  expect(empty, 'a new table needs a projector in projections/projections.ts').toEqual([])
})

test('deciders compute the state of every stream', async () => {
  const { store, personal } = opened
  const stateBy =
    <State, Event extends DomainEvent>(decider: Decider<State, never, Event>, codec?: Codec<Event, State>) =>
    async (stream: StreamName): Promise<unknown> =>
      (await commandHandler(store, decider, codec).load(stream)).state
  const deciders = {
    network: stateBy(networkDecider, networkCodec(personal)),
    profile: stateBy(profileDecider, profileCodec(personal)),
    program: stateBy(programDecider),
    campaign: stateBy(campaignDecider),
    bill: stateBy(billDecider, billCodec(personal)),
    message: stateBy(messageDecider, messageCodec(personal)),
    reminders: stateBy(reminderDecider),
    payout: stateBy(payoutDecider),
    remittance: stateBy(remittanceDecider, remittanceCodec(personal)),
    deposit: stateBy(depositDecider, depositCodec(personal)),
    mandate: stateBy(mandateDecider, mandateCodec(personal)),
    bankline: stateBy(bankLineDecider, bankLineCodec(personal)),
    statement: stateBy(statementDecider),
    visits: stateBy(accessDecider),
    mending: stateBy(repairDecider),
    // Deciders of these streams only need to know that they exist.
    member: null,
    upload: null,
    run: null,
    slug: null,
  } satisfies Record<Category, unknown>
  const states: Record<string, unknown> = {}
  for (const [category, stateOf] of Object.entries(deciders)) {
    const streams = streamsOf(category)
    expect(streams.length, category).toBeGreaterThan(0)
    if (stateOf) for (const stream of streams) states[stream] = await stateOf(stream)
  }
  for (const [stream, state] of Object.entries(states)) expect(state, stream).toBeTruthy()

  const { people, invitations, keys } = states[`network-${f.network}`] as NonNullable<NetworkState>
  expect([...people.values()].map((grant) => grant?.role ?? null)).toEqual(['Admin', 'Auditor', null])
  expect([...invitations.values()].map(({ email, state }) => [email, state])).toEqual([
    ['ben@example.org', 'accepted'],
    ['dora@example.org', 'declined'],
    ['eli@example.org', 'revoked'],
    ['finn@example.org', 'open'],
  ])
  expect([...keys.values()].map(({ name, ended }) => [name, ended])).toEqual([
    ['Website', true],
    ['Accounting', false],
  ])
  const spent = { amount: 20_000, applied: 10_000, used: 2_000, refunded: 1_000, method: 'check', reversed: false }
  expect(states).toMatchObject({
    [`network-${f.network}`]: { settings: { name: 'Grace Synod', language: 'es', trackMail: false, secondFactor: true, mailSeals: false } },
    [`profile-${f.profile}`]: {
      name: 'Main account',
      methods: { Wire: { accountNumber: '000987654321' }, Zelle: { isEnabled: true }, Check: f.byMail },
    },
    [`program-${f.dues}`]: { status: 'Active', profileId: f.profile, terms: { name: 'Yearly dues' } },
    [`program-${f.picnic}`]: { status: 'Archived', profileId: null },
    [`campaign-${f.dues}`]: { status: 'Active', since: '2026-03-01', billed: '2027-06-30', runs: [f.launch, f.period, f.resume, f.late] },
    [`bill-${f.overpaid}`]: { amount: 10_500, collected: 10_000, claim: null, refused: true, payments: new Map([[f.spent, spent]]) },
    [`bill-${f.credited}`]: { amount: 6_000, collected: 2_000 },
    [`bill-${f.replaced}`]: { archived: true, replaced: true },
    [`bill-${f.replacing}`]: { terms: { n: 1 }, claim: { method: 'venmo', overdue: false } },
    [`bill-${f.forgotten}`]: { amount: 2_500, collected: 2_500 },
    [`bill-${f.uploaded}`]: { terms: { row: 2 }, amount: 1_200 },
    [`bill-${f.shareOfFirst}`]: { collected: 5_000, unapplied: 500 },
    [`bill-${f.shareOfNora}`]: { collected: 900, unapplied: 0 },
    [`bill-${f.cardedFirst}`]: { collected: 4_000, unapplied: 0 },
    [`bill-${f.cardedNora}`]: { collected: 1_000, unapplied: 0 },
    [`remittance-${f.joint}`]: { stage: 'recorded', terms: { reference: 'No. 12' } },
    [`remittance-${f.refusedOne}`]: { stage: 'refused', refusedBy: f.replaced },
    [`remittance-${f.plain}`]: { stage: 'recorded' },
    [`remittance-${f.notDeposited}`]: { stage: 'refused', refusedBy: null },
    [`deposit-${f.deposit}`]: { day: '2026-01-06', items: new Map([[f.deposited, 900]]), isClosed: false },
    [`bill-${f.byHand}`]: { terms: { byHand: true }, amount: 700, collected: 350, claim: null, plan: { chosenBy: 'admin' } },
    [`payout-${f.payout}`]: { noted: { amount: 4_296, status: 'paid' }, lines: new Set(['txn_1', 'txn_2']) },
    [`message-${f.clicked}`]: { status: 'Sent', opened: true, clicked: true },
    [`message-${f.printed}`]: { status: 'Withheld' },
    [`message-${f.failed}`]: { status: 'Failed' },
    [`message-${f.retried}`]: { status: 'Bounced' },
    [`message-${f.unreceived}`]: { status: 'Withheld' },
    [`message-${f.settled}`]: { status: 'Dropped' },
  })
})

test('read models show the effect of every event, for batches of any size', async () => {
  expect(await violationsOf(opened)).toEqual([])
  const live = await liveTables(opened.pool)
  for (const size of [1, 2, 3, 5, 7, 11, 19, 31, 53])
    expect(differing(await refold(opened, live.positions, 'in_batches', size), live.hashes)).toEqual([])

  const shown = [
    'select name, time_zone, language, track_mail, second_factor, revision from read.networks',
    'select user_id, role, expires_at is null from read.network_people order by position',
    'select id, name, scope, created_by, ends_at is null, ended from read.api_keys order by position',
    'select id, name, url, happenings, is_on, off_because, secret_number, key_version, earlier_key_version, created_by from read.webhooks order by position',
    'select name, enabled, account_id, charges, debits, wanted, revision from read.payment_profiles',
    'select name, status, campaign_status, campaign_since, billed from read.programs order by position',
    'select id, program_id, slices from read.uploads order by position',
    'select program_id, payor_id from read.left_programs',
    'select program_id, payor_id, stream from read.program_moves',
    'select payor_id, reason from read.failing_addresses',
    'select id, name, sort_key, phone, member_since, congregation_id, revision, registered_in from read.members order by id',
    'select id, state, amount, collected, balance, adjusted, credited, claim_method, next_due, plan from read.bills order by id',
    'select id, amount, applied, used, refunded, reference, status, received_on from read.payments order by id',
    'select language from read.payments where language is not null',
    'select id, account_id, intent_id, fee, net from read.payments where intent_id is not null',
    'select id, amount, arrives_on, status, payments from read.payouts',
    'select kind, intent_id, net from read.payout_lines order by n',
    'select program_id, due_date, assessed, collected, outstanding, unapplied from read.totals order by due_date',
    'select id, reason, status, total, processed, without_email, error from read.runs order by position',
    'select id, purpose, status, note, error, run_id from read.messages order by position',
    'select language, sent_to from read.messages where sent_to is not null',
    'select network_id from read.unsubscribed',
    'select id, day, expected_count, expected_total, closed_count, closed_total, closed_by, reason is null as agrees from read.deposits_past order by until',
    'select id, deposit_id, amount, is_dropped from read.deposit_items order by id',
  ]
  const lines: string[] = []
  for (const query of shown) lines.push(query, ...(await rows(query)).map((row) => `  ${JSON.stringify(row)}`))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('event-rows.reviewed.txt')
  const [invitation] = (await rows('select id, invitee from read.invitations')) as [string, string][]
  expect(invitation?.[0]).toBe(f.open)
  expect(await openSealed(opened.personal, f.open, invitation?.[1] ?? '')).toEqual({ email: 'finn@example.org' })
})

test('histories describe every event in a sentence, with its reason', async () => {
  const visitor = { grants: new Map([[f.network, 'Admin']]), barred: new Set(), network: f.network, rights: [] }
  const figureOf = async (kind: keyof typeof histories, id: string) => {
    const [route] = histories[kind]
    const answer = await route?.handle({ visitor, params: { id } } as never)
    return (answer as { data: HistoryRow[] }).data
  }
  const sentences = async (kind: keyof typeof histories, id: string) =>
    (await figureOf(kind, id)).map(({ summary, reason }) => (reason ? `${summary}: ${reason}` : summary))

  const [, , settings] = await figureOf('network', f.network)
  expect(settings?.after, 'settings that came later').toMatchObject({
    language: 'en',
    trackMail: false,
    secondFactor: false,
    mailSeals: true,
    congregationsPayForMembers: false,
  })
  const lines: string[] = []
  for (const kind of Object.keys(histories) as (keyof typeof histories)[])
    for (const stream of streamsOf(kind)) {
      const id = stream.slice(stream.indexOf('-') + 1)
      lines.push(stream, ...(await sentences(kind, id)).map((sentence) => `  ${sentence}`))
    }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('event-sentences.reviewed.txt')

  expect((await figureOf('member', f.ruth)).map(({ summary, after }) => [summary, after?.name])).toEqual([
    ['Registered', 'Ruth Olsen'],
    ['Details changed', 'Ruth Berg'],
  ])
  expect((await figureOf('member', f.ole)).map(({ summary, after }) => [summary, after?.name])).toEqual([
    ['Registered', 'Forgotten member'],
    ['Forgotten', 'Forgotten member'],
  ])
  expect((await figureOf('member', f.nora)).map(({ summary, after }) => [summary, after?.name])).toEqual([
    ['Registered', 'Nora van Dahl'],
    ['Removed from Yearly dues', 'Nora van Dahl'],
  ])

  const causes = async (kind: keyof typeof histories, id: string) => [...new Set((await figureOf(kind, id)).map(({ cause }) => cause))]
  expect(await causes('member', f.ruth), 'an upload and a change from before rows were noted').toEqual(['by an upload', null])
  expect(await causes('member', f.first)).toEqual(['by an upload', 'from row 2 of an upload of congregations'])
  expect(await causes('member', f.nora)).toEqual(['by hand', null])
  expect(await causes('bill', f.byHand)).toEqual(['by hand', 'on the pay page', null])
  expect(await causes('bill', f.uploaded)).toEqual(['from row 2 of an upload of congregations', 'by a re-price of the program'])
  expect(await causes('bill', f.overpaid)).toEqual([null, 'on the pay page', 'by the calendar'])
  expect(await causes('bill', f.carded)).toEqual([null, 'reported by Stripe'])
})
