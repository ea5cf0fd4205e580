import { holdUpWords } from '../../modules/campaigns/contract.ts'
import { campaignEvents, runEvents } from '../../modules/campaigns/events.ts'
import type { EventOf } from '../../modules/kernel/events.ts'
import { messageEvents, type QueuedAbout, reminderEvents } from '../../modules/messages/events.ts'
import { payorEvents } from '../../modules/payors/events.ts'
import { type Category, categoryOf } from '../../modules/platform/event-store/event-store.ts'
import { openTexts, type PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import { keepJournal } from '../audit/journal.ts'
import { forgetPayors } from '../forget-payors.ts'
import { type Projection, projectionOf, type Recorded, type Transaction } from '../projection.ts'
import { failingAddresses, type MessageBill, type MessageRow, messageBills, messages, runs, unsubscribed } from './tables.ts'

const { CampaignLaunched, CampaignResumed, CampaignReopened, CampaignRunRequested } = campaignEvents
const ofCampaigns = { CampaignLaunched, CampaignResumed, CampaignReopened, CampaignRunRequested }
const { MemberForgotten } = payorEvents
const table = { ...ofCampaigns, ...runEvents, ...messageEvents, ...reminderEvents, MemberForgotten }
type Event = Recorded<EventOf<typeof table>>

const rowOf = (about: QueuedAbout, status: string, { metadata, position }: Event): MessageRow => ({
  id: about.messageId,
  networkId: about.networkId,
  programId: about.programId,
  runId: about.runId,
  purpose: about.purpose,
  payorId: about.payorId,
  paymentId: about.paymentId,
  note: about.note,
  change: about.change ? JSON.stringify(about.change) : null,
  language: about.language ?? null,
  sentTo: about.to ?? null,
  status,
  error: null,
  createdAt: metadata.at,
  sentAt: null,
  position,
})

/** `again`: the mail waits again, whatever its status was. */
type Fate = Readonly<{ id: string; status: string; error: string | null; at: string | null; again: string | null }>

const blank = { error: null, at: null, again: null }

const fateOf = ({ type, data, metadata }: Event): Fate | null => {
  switch (type) {
    case 'MessageSent':
      return { ...blank, id: data.messageId, status: 'Sent', at: metadata.at }
    case 'MessageFailed':
      return { ...blank, id: data.messageId, status: 'Failed', error: data.error }
    case 'MessageDropped':
      return { ...blank, id: data.messageId, status: 'Dropped' }
    case 'MessageRetried':
      return { ...blank, id: data.messageId, status: 'Pending', again: metadata.at }
    case 'MessageBounced':
      return { ...blank, id: data.messageId, status: 'Bounced', error: data.error }
    case 'MessageOpened':
      return { ...blank, id: data.messageId, status: 'Opened' }
    case 'MessageClicked':
      return { ...blank, id: data.messageId, status: 'Clicked' }
    default:
      return null
  }
}

/** A reminder mail counts only for the bills that it listed. The bills that it left out are still reminded of (R89). */
const leaveOut = async (tx: Transaction, events: readonly Event[]): Promise<void> => {
  const mailed = events.flatMap(({ type, data }) =>
    type === 'MessageSent' && data.told ? data.told.map((billId) => [data.messageId, billId] as const) : [],
  )
  if (mailed.length === 0) return
  await tx.query(
    `delete from message_bills a where a.message_id = any($1::uuid[])
       and not exists (select 1 from unnest($1::uuid[], $2::text[]) as t (message_id, bill_id) where t.message_id = a.message_id and t.bill_id = a.bill_id)`,
    [mailed.map(([messageId]) => messageId), mailed.map(([, billId]) => billId)],
  )
}

/**
 * A later status replaces an earlier one, with two exceptions: Opened does not replace Clicked, and a bounce stays
 * until the mail is sent again.
 */
const foldMessages = async (tx: Transaction, events: readonly Event[]): Promise<void> => {
  const born: MessageRow[] = []
  const bills: MessageBill[] = []
  for (const event of events) {
    if (event.type !== 'MessageQueued' && event.type !== 'MessageWithheld') continue
    born.push(rowOf(event.data, event.type === 'MessageQueued' ? 'Pending' : 'NoEmail', event))
    const { messageId, purpose } = event.data
    for (const { billId, rung } of event.data.bills) bills.push({ billId, messageId, purpose, rung, at: event.metadata.at })
  }
  await messages.copy(tx, born)
  await messageBills.copy(tx, bills)
  await leaveOut(tx, events)

  const fates = new Map<string, Fate>()
  for (const event of events) {
    const fate = fateOf(event)
    if (!fate) continue
    const earlier = fates.get(fate.id)
    if (fate.again || !earlier) fates.set(fate.id, fate)
    else {
      const weaker = earlier.status === 'Bounced' || (earlier.status === 'Clicked' && fate.status === 'Opened')
      fates.set(fate.id, { ...(weaker ? earlier : fate), at: fate.at ?? earlier.at, again: earlier.again })
    }
  }
  if (fates.size === 0) return
  const all = [...fates.values()]
  await tx.query(
    `update messages m set
       status = f.status,
       error = case when f.again is null then coalesce(f.error, m.error) else f.error end,
       sent_at = case when f.again is null then coalesce(m.sent_at, f.at) else f.at end,
       created_at = coalesce(f.again, m.created_at),
       run_id = case when f.again is null then m.run_id end
     from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) as f (id, status, error, at, again)
     where m.id = f.id and (f.again is not null or (m.status <> 'Bounced' and not (m.status = 'Clicked' and f.status = 'Opened')))`,
    [all.map(({ id }) => id), all.map(({ status }) => status), all.map(({ error }) => error), all.map(({ at }) => at), all.map(({ again }) => again)],
  )
}

const countBy = (events: readonly Event[], runOf: (event: Event) => string | null): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const event of events) {
    const run = runOf(event)
    if (run) counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  return counts
}

/** Counts the progress of runs: mails that were tried, and payors without an address. */
const countRuns = async (tx: Transaction, events: readonly Event[]): Promise<void> => {
  const withheld = countBy(events, ({ type, data }) => (type === 'MessageWithheld' ? data.runId : null))
  const attempted = countBy(events, ({ type, data }) =>
    type === 'MessageSent' || type === 'MessageFailed' || type === 'MessageDropped' ? data.runId : null,
  )
  for (const run of new Set([...withheld.keys(), ...attempted.keys()]))
    await tx.query('update runs set processed = processed + $2, without_email = without_email + $3 where id = $1', [
      run,
      (attempted.get(run) ?? 0) + (withheld.get(run) ?? 0),
      withheld.get(run) ?? 0,
    ])
}

const foldRun = async (tx: Transaction, { type, data, metadata, position }: Event): Promise<void> => {
  const request = (reason: string, id: string, { programId, networkId }: { programId: string; networkId: string }) =>
    runs.insert(tx, { id, programId, networkId, reason, status: 'Pending', position })
  switch (type) {
    case 'CampaignLaunched':
      await request('launch', data.runId, data)
      break
    case 'CampaignResumed':
      await request('resume', data.runId, data)
      break
    case 'CampaignReopened':
      await request('late-upload', data.runId, data)
      break
    case 'CampaignRunRequested':
      await request(data.reason, data.runId, data)
      break
    case 'RunStarted':
      await runs.update(tx, data.runId, { status: 'InProgress', total: data.total, startedAt: metadata.at })
      break
    case 'RunHeldUp':
      await runs.update(tx, data.runId, { error: holdUpWords[data.reason] })
      break
    case 'RunWentOn':
      await runs.update(tx, data.runId, { error: null })
      break
    case 'RunEnded':
      await runs.update(tx, data.runId, { status: data.failed ? 'Failed' : 'Completed', error: data.error, completedAt: metadata.at })
  }
}

/** The addresses, as keyed digests, that have stopped a network's reminders, or whose mails fail. */
const foldAddress = async (tx: Transaction, { type, data, metadata }: Event): Promise<void> => {
  if (type === 'RemindersStopped') await unsubscribed.insert(tx, { networkId: data.networkId, address: data.address }, 'do nothing')
  if (type === 'RemindersWanted') await tx.query('delete from unsubscribed where network_id = $1 and address = $2', [data.networkId, data.address])
  if (type === 'AddressFailed') {
    const { networkId, address, payorId, reason } = data
    await failingAddresses.insert(tx, { networkId, address, payorId, reason, since: metadata.at }, 'do nothing')
  }
  if (type === 'AddressTakenUp')
    await tx.query('delete from failing_addresses where network_id = $1 and address = $2', [data.networkId, data.address])
}

const own: readonly Category[] = ['run', 'message', 'reminders']

/** Mails with their status, and the runs that they belong to. */
export const messagesProjection = (personal: PersonalData): Projection =>
  projectionOf(table, {
    name: 'messages',
    categories: ['campaign', 'run', 'message', 'reminders', 'member'],
    own,
    fold: async (tx, known, recorded) => {
      const events = await openTexts(personal, ['note', 'error', 'to'], known)
      for (const event of events) {
        await foldRun(tx, event)
        await foldAddress(tx, event)
      }
      await foldMessages(tx, events)
      await countRuns(tx, events)
      await forgetPayors(tx, events, 'messages', ['note', 'error', 'sent_to'])
      await keepJournal(
        tx,
        recorded.filter(({ stream }) => own.includes(categoryOf(stream))),
      )
    },
  })
