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
import { billCodec } from '../bills/codec.ts'
import { billDecider } from '../bills/decider.ts'
import { billHistoryRoutes } from '../bills/history.ts'
import { campaignDecider } from '../campaigns/decider.ts'
import { campaignHistoryRoute } from '../campaigns/history.ts'
import { allEvents, eventsByCategory } from '../events.ts'
import { instantOf } from '../kernel/dates.ts'
import type { Decider, DomainEvent } from '../kernel/decider.ts'
import { NetworkId } from '../kernel/ids.ts'
import { messageCodec } from '../messages/codec.ts'
import { messageDecider } from '../messages/decider.ts'
import { reminderDecider } from '../messages/reminder-wishes.ts'
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
import type { HistoryRow } from '../shared/history.ts'

// Events are only ever added, or get optional fields, so every old shape stays readable. A changed event gets a step from its old shape (`from` of
// its entry), and keeps the fixture of that shape.

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

  const tell = historian(store, async () => new Map([[f.ada, 'Ada Example']]))
  histories = {
    bill: billHistoryRoutes({ store, personal, tell, timeZoneOf: async () => 'America/Chicago' }),
    member: payorHistoryRoutes({ personal, tell, originOfPayor: originOfPayor(db), programMovesOf: programMovesOf(db) }),
    network: networkHistoryRoutes(personal, tell),
    profile: profileHistoryRoutes(store, personal, tell),
    program: programHistoryRoutes({ store, tell, profileNameOf: profileNameOf(db) }),
    campaign: [campaignHistoryRoute({ tell, programStateOf: async () => ({ networkId: NetworkId.parse(f.network) }) })],
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
    visits: stateBy(accessDecider),
    mending: stateBy(repairDecider),
    // Decisions only need to know that these streams exist.
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
    [`bill-${f.byHand}`]: { terms: { byHand: true }, amount: 700 },
    [`payout-${f.payout}`]: { noted: { amount: 4_296, status: 'paid' }, lines: new Set(['txn_1', 'txn_2']) },
    [`message-${f.clicked}`]: { status: 'Sent', opened: true, clicked: true },
    [`message-${f.printed}`]: { status: 'Withheld' },
    [`message-${f.failed}`]: { status: 'Failed' },
    [`message-${f.retried}`]: { status: 'Bounced' },
    [`message-${f.unheard}`]: { status: 'Withheld' },
    [`message-${f.settled}`]: { status: 'Dropped' },
  })
})

test('read models show the effect of every event, for any batches', async () => {
  expect(await violationsOf(opened)).toEqual([])
  const live = await liveTables(opened.pool)
  for (const size of [1, 2, 3, 5, 7, 11, 19, 31, 53])
    expect(differing(await refold(opened, live.positions, 'in_batches', size), live.hashes)).toEqual([])

  expect(await rows('select name, time_zone, language, track_mail, second_factor, revision from read.networks')).toEqual([
    ['Grace Synod', 'America/Chicago', 'es', false, true, 30],
  ])
  expect(await rows('select user_id, role, expires_at is null from read.network_people order by position')).toEqual([
    [f.ada, 'Admin', true],
    [f.ben, 'Auditor', false],
  ])
  expect(await rows('select id, name, scope, created_by, ends_at is null, ended from read.api_keys order by position')).toEqual([
    [f.website, 'Website', 'read', f.ada, false, true],
    [f.accounting, 'Accounting', 'write', f.ada, true, false],
  ])
  expect(
    await rows(
      'select id, name, url, happenings, is_on, off_because, secret_number, key_version, earlier_key_version, created_by from read.webhooks order by position',
    ),
  ).toEqual([
    [f.ledgerHook, 'Ledger', 'https://ledger.example/hook', ['bill.paid', 'payment.recorded'], false, 'failing', 2, 2, 1, f.ada],
    [f.registryHook, 'Registry', 'https://books.example/hook', ['bill.paid', 'payment.recorded'], true, null, 0, 2, 1, f.ada],
  ])
  const [invitation] = (await rows('select id, invitee from read.invitations')) as [string, string][]
  expect(invitation?.[0]).toBe(f.open)
  expect(await openSealed(opened.personal, f.open, invitation?.[1] ?? '')).toEqual({ email: 'finn@example.org' })
  expect(await rows('select name, enabled, account_id, charges, debits, wanted, revision from read.payment_profiles')).toEqual([
    ['Main account', ['Wire', 'Zelle', 'Check'], 'acct_1F', true, true, ['identity.business_details'], 5],
  ])
  expect(await rows('select name, status, campaign_status, campaign_since, billed from read.programs order by position')).toEqual([
    ['Yearly dues', 'Active', 'Active', '2026-03-01', '2027-06-30'],
    ['Picnic', 'Archived', 'Draft', null, null],
  ])
  expect(await rows('select id, program_id, slices from read.uploads order by position')).toEqual([
    [f.upload, f.dues, 1],
    [f.enrolment, f.dues, 1],
    [f.removal, f.dues, 1],
  ])
  expect(await rows('select program_id, payor_id from read.left_programs')).toEqual([[f.dues, f.nora]])
  expect(await rows('select program_id, payor_id, stream from read.program_moves')).toEqual([[f.dues, f.nora, `upload-${f.removal}.0`]])
  expect(await rows('select payor_id, reason from read.failing_addresses')).toEqual([[f.ruth, 'complaint']])
  const uploaded = `upload-${f.upload}.0`
  expect(
    await rows('select id, name, sort_key, phone, member_since, congregation_id, revision, registered_in from read.members order by id'),
  ).toEqual([
    [f.ruth, 'Ruth Berg', 'berg ruth', '(320) 555-0199', '1999-05-01', f.first, 0, uploaded],
    [f.ole, 'Forgotten member', '', null, null, null, 0, uploaded],
    [f.first, 'First Church', 'first church', null, null, null, 0, uploaded],
    [f.nora, 'Nora van Dahl', 'van dahl nora', null, null, f.first, 0, `member-${f.nora}`],
  ])
  expect(await rows('select id, state, amount, collected, balance, adjusted, credited, claim_method from read.bills order by id')).toEqual([
    [f.overpaid, 'Partial', 10_500, 10_000, 500, -1_500, 0, null],
    [f.credited, 'Partial', 6_000, 2_000, 4_000, 0, 2_000, null],
    [f.replaced, 'Archived', 8_000, 0, 0, 0, 0, null],
    [f.replacing, 'PendingConfirmation', 9_000, 0, 9_000, 0, 0, 'venmo'],
    [f.forgotten, 'Paid', 2_500, 2_500, 0, 0, 0, null],
    [f.carded, 'Unpaid', 6_000, 0, 6_000, 0, 0, null],
    [f.uploaded, 'Unpaid', 1_200, 0, 1_200, 0, 0, null],
    [f.byHand, 'Unpaid', 700, 0, 700, 0, 0, null],
  ])
  expect(await rows('select id, amount, applied, used, refunded, reference, status, received_on from read.payments order by id')).toEqual([
    [f.spent, 20_000, 10_000, 2_000, 1_000, 'No. 7', 'PartiallyRefunded', '2026-01-03'],
    [f.mistaken, 3_000, 0, 0, 0, null, 'Reversed', '2026-01-03'],
    [f.misread, 1_500, 0, 0, 0, 'No. 8', 'Reversed', '2026-01-03'],
    [f.oles, 2_500, 2_500, 0, 0, null, 'Completed', '2026-01-03'],
    [f.charged, 6_000, 0, 0, 1_500, 'Visa 4242', 'Reversed', null],
    [f.spoken, 1_000, 0, 0, 0, null, 'Reversed', '2026-01-03'],
  ])
  expect(await rows('select language from read.payments where language is not null')).toEqual([['es']])
  expect(await rows('select id, account_id, intent_id, fee, net from read.payments where intent_id is not null')).toEqual([
    [f.charged, 'acct_1F', 'pi_3', 204, 5_796],
  ])
  expect(await rows('select id, amount, arrives_on, status, payments from read.payouts')).toEqual([[f.payout, 4_296, '2026-03-05', 'paid', 1]])
  expect(await rows('select kind, intent_id, net from read.payout_lines order by n')).toEqual([
    ['payment', 'pi_3', 5_796],
    ['refund', 'pi_3', -1_500],
  ])
  expect(await rows('select program_id, due_date, assessed, collected, outstanding, unapplied from read.totals order by due_date')).toEqual([
    [f.dues, '2026-06-30', 29_900, 12_500, 17_400, 7_000],
    [f.dues, '2027-06-30', 6_000, 2_000, 4_000, 0],
  ])
  expect(await rows('select id, reason, status, total, processed, without_email, error from read.runs order by position')).toEqual([
    [f.launch, 'launch', 'Completed', 2, 2, 1, null],
    [f.period, 'period', 'Failed', 1, 0, 0, 'Given up.'],
    [f.resume, 'resume', 'Pending', 0, 0, 0, null],
    [f.late, 'late-upload', 'Pending', 0, 0, 0, null],
  ])
  expect(await rows('select id, purpose, status, note, error, run_id from read.messages order by position')).toEqual([
    [f.clicked, 'bill', 'Clicked', null, null, f.launch],
    [f.printed, 'bill', 'NoEmail', null, null, f.launch],
    [f.failed, 'claim-not-received', 'Failed', 'Nothing came', 'Mailbox full', null],
    [f.toldOfReturn, 'debit-returned', 'Sent', null, null, null],
    [f.toGuest, 'guest-receipt', 'Sent', null, null, null],
    [f.retried, 'claim-not-received', 'Bounced', 'Still nothing', 'ruth@example.org is gone', null],
    [f.unheard, 'claim-not-received', 'NoEmail', 'Nothing', null, null],
    [f.settled, 'reminder', 'Dropped', null, null, null],
    [f.shared, 'reminder', 'Sent', null, null, null],
  ])
  expect(await rows('select language, sent_to from read.messages where sent_to is not null')).toEqual([['es', 'tom@example.org']])
  expect(await rows('select network_id from read.unsubscribed')).toEqual([[f.network]])
})

test('histories describe every event in a sentence, with its reason', async () => {
  const visitor = { grants: new Map([[f.network, 'Admin']]), barred: new Set(), network: f.network, rights: [] }
  const told = async (kind: keyof typeof histories, id: string) => {
    const [route] = histories[kind]
    const answer = await route?.handle({ visitor, params: { id } } as never)
    return (answer as { data: HistoryRow[] }).data
  }
  const sentences = async (kind: keyof typeof histories, id: string) =>
    (await told(kind, id)).map(({ summary, reason }) => (reason ? `${summary}: ${reason}` : summary))

  const [, , settings] = await told('network', f.network)
  expect(settings?.after, 'settings that came later').toMatchObject({ language: 'en', trackMail: false, secondFactor: false, mailSeals: true })
  expect(await sentences('network', f.network)).toEqual([
    'Network created',
    'Ada Example became Admin',
    'Settings changed',
    'Settings changed',
    'Settings changed',
    'Settings changed',
    'Settings changed',
    'Settings changed',
    'A former user invited as Auditor',
    'Invitation accepted: A former user',
    'A former user became Auditor for a time',
    'A former user invited as Admin',
    'Invitation declined: A former user',
    'Invited as Admin',
    'Invitation taken back',
    'finn@example.org invited as Member',
    'A former user became Member',
    'Access ended: A former user',
    'Second factor reset: A former user',
    'API key "Website" made, to read',
    'API key "Accounting" made, to read and change',
    'API key "Accounting" replaced',
    'API key "Website" ended',
    'Webhook "Ledger" made, to books.example',
    'Webhook "Website" made, to books.example',
    'Webhook "Ledger" moved to ledger.example',
    'Webhook "Ledger" has a new secret',
    'Webhook "Ledger" has a new secret',
    'Webhook "Ledger" turned off: it took nothing for three days',
    'Webhook "Website" removed',
    'Webhook "Registry" made, to books.example',
  ])
  expect(await sentences('profile', f.profile)).toEqual([
    'Profile created',
    'Profile changed',
    'Profile changed',
    'Account numbers shown in full',
    'Stripe account connected',
    'What the Stripe account may take has changed',
  ])
  expect(await sentences('program', f.dues)).toEqual([
    'Program created',
    'Program changed',
    'Payment profile attached: Main account',
    'Program became Active',
    'Program completed',
    'Program became Active',
  ])
  expect(await sentences('program', f.picnic)).toEqual(['Program created', 'Program archived'])
  expect(await sentences('campaign', f.dues)).toEqual([
    'Launch of the campaign scheduled',
    'Scheduled launch failed: nobody was billed',
    'Campaign launched',
    'Next period billed',
    'Mails of the campaign requested for the new period',
    'Campaign paused',
    'Campaign resumed',
    'Campaign completed',
    'Campaign reopened',
  ])
  expect((await told('member', f.ruth)).map(({ summary, after }) => [summary, after?.name])).toEqual([
    ['Registered', 'Ruth Olsen'],
    ['Details changed', 'Ruth Berg'],
  ])
  expect((await told('member', f.ole)).map(({ summary, after }) => [summary, after?.name])).toEqual([
    ['Registered', 'Forgotten member'],
    ['Forgotten', 'Forgotten member'],
  ])
  expect((await told('member', f.nora)).map(({ summary, after }) => [summary, after?.name])).toEqual([
    ['Registered', 'Nora van Dahl'],
    ['Removed from Yearly dues', 'Nora van Dahl'],
  ])
  expect(await sentences('bill', f.overpaid)).toEqual([
    'Bill of $100.00 issued, due Jun 30, 2026',
    'Amount changed to $120.00',
    'Payor says that they sent the payment (Zelle)',
    'The claim has waited for a week',
    'Claim withdrawn',
    'Payor says that they sent the payment (Wire)',
    'Claimed payment was not received: Nothing came',
    'Payor says that they sent the payment (Wire)',
    'Claimed payment was not received: Still nothing',
    'Payment of $200.00 recorded (Check)',
    '$20.00 less is owed: Agreed',
    '$5.00 more is owed: Late fee',
    '$50.00 of credit set aside for another bill: Hers',
    '$10.00 of credit came back',
    '$40.00 of credit came back',
    '$10.00 of credit set aside for another bill: Next year',
    '$10.00 of credit came back',
    '$20.00 of credit set aside for another bill: Hers',
    '$5.00 of credit paid back: Asked for',
    '$5.00 of credit paid back: Moved',
  ])
  expect(await sentences('bill', f.credited)).toEqual([
    'Bill of $60.00 issued, due Jun 30, 2027',
    '$40.00 of credit applied: Hers',
    '$40.00 of credit taken back: Not hers',
    '$10.00 of credit applied: Next year',
    '$10.00 of credit taken back: Too early',
    '$20.00 of credit applied: Hers',
    'Payment of $30.00 recorded (Check)',
    'Payment of $30.00 reversed: Bounced',
    'Payment of $15.00 recorded (Check)',
    'Payment of $15.00 reversed: Misread',
    'Payor says that they sent the payment (Zelle)',
    'Payment of $10.00 recorded (Check)',
    'Payment of $10.00 reversed: By mistake',
    'Claim withdrawn',
  ])
  expect(await sentences('bill', f.replaced)).toEqual([
    'Bill of $80.00 issued, due Jun 30, 2026',
    'Archived: Closed',
    'Brought back from the archive',
    'Archived: Merged',
    'A new bill took its place',
  ])
  expect(await sentences('bill', f.replacing)).toEqual(['Bill of $90.00 issued, due Jun 30, 2026', 'Payor says that they sent the payment (Venmo)'])
  expect(await sentences('bill', f.carded)).toEqual([
    'Bill of $60.00 issued, due Jun 30, 2026',
    'Payment of $60.00 by card or bank debit begun',
    'Payment by card or bank debit given up',
    'Payment of $60.00 by card or bank debit begun',
    'Stripe is ready for the payment',
    'Bank debit of $60.00 is under way',
    'A receipt is to go to another e-mail address, too',
    'Bank debit came back',
    'Bank debit of $60.00 is under way',
    'Bank debit came back',
    'Payment of $60.00 by card or bank debit begun',
    'Stripe is ready for the payment',
    'Payment of $60.00 recorded (Credit Card)',
    'A receipt is to go to another e-mail address, too',
    'Stripe kept $2.04, $57.96 is left',
    'Refund of $10.00 asked of Stripe: Twice',
    '$10.00 refunded',
    'Refund failed',
    'Refund of $15.00 asked of Stripe: Half',
    '$15.00 refunded: Half',
    '$45.00 disputed: the bank has taken it back for now',
    'Dispute won: $45.00 came back',
    '$45.00 disputed: the bank has taken it back for now',
    'Dispute lost',
  ])
  expect(await sentences('bill', f.forgotten)).toEqual(['Bill of $25.00 issued, due Jun 30, 2026', 'Payment of $25.00 recorded (Check)'])

  const causes = async (kind: keyof typeof histories, id: string) => [...new Set((await told(kind, id)).map(({ cause }) => cause))]
  expect(await causes('member', f.ruth), 'an upload and a change from before rows were noted').toEqual(['by an upload', null])
  expect(await causes('member', f.first)).toEqual(['by an upload', 'from row 2 of an upload of congregations'])
  expect(await causes('member', f.nora)).toEqual(['by hand', null])
  expect(await causes('bill', f.byHand)).toEqual(['by hand'])
  expect(await causes('bill', f.uploaded)).toEqual(['from row 2 of an upload of congregations', 'by a re-price of the program'])
  expect(await causes('bill', f.overpaid)).toEqual([null, 'on the pay page', 'by the calendar'])
  expect(await causes('bill', f.carded)).toEqual([null, 'reported by Stripe'])
})
