import type { Instant } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { RecordedEvent, Revision, StreamName } from '../platform/event-store/event-store.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import type { Process } from '../platform/process.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { HappeningType } from './contract.ts'
import type { NewDelivery } from './deliveries.ts'
import { type Happenings, isToldOf, networkIn, TOLD_CATEGORIES } from './happenings.ts'

/** An event that leads to happenings; most name their network themselves. */
type Occurrence = Readonly<{ id: string; stream: StreamName; revision: Revision; position: string; at: Instant; networkId: NetworkId | null }>

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'hand-out-happenings': Readonly<{ occurrences: readonly Occurrence[] }>
  }
}

const EVENTS_A_JOB = 500

const occurrenceOf = ({ id, stream, revision, position, metadata, data }: RecordedEvent): Occurrence => ({
  ...{ id, stream, revision, position: String(position), at: metadata.at },
  networkId: networkIn(data),
})

/** A network's own software is told of what happens in its books (R209). */
export const tellWebhooksWhatHappens: Process = {
  name: 'tell-webhooks-what-happens',
  categories: TOLD_CATEGORIES,
  jobsFor: (events) => {
    const occurrences = events.filter(({ type }) => isToldOf(type)).map(occurrenceOf)
    const jobs: Job[] = []
    for (let i = 0; i < occurrences.length; i += EVENTS_A_JOB) {
      const some = occurrences.slice(i, i + EVENTS_A_JOB)
      jobs.push({ task: 'hand-out-happenings', payload: { occurrences: some }, key: `hand-out-happenings/${some[0]?.position}` })
    }
    return jobs
  },
}

type Listening = Readonly<{ id: string; networkId: NetworkId; happenings: readonly HappeningType[]; position: number }>

export type HandOutDependencies = Readonly<{
  /** The webhooks that are on, each from the position of the log at which it was made. */
  webhooksOn: () => Promise<readonly Listening[]>
  /** Waits until the read models show which webhooks there are. */
  networksKnown: () => Promise<unknown>
  happeningsAt: (stream: StreamName, revision: Revision) => Promise<Happenings | null>
  /** Adds those that are not there yet, and sees to it that they are sent. */
  addDeliveries: (deliveries: readonly NewDelivery[]) => Promise<void>
}>

/** Makes deliveries of happenings, one for each webhook that is told of them: a repeat makes none twice. */
export const handOutTasks = ({ webhooksOn, networksKnown, happeningsAt, addDeliveries }: HandOutDependencies): Pick<Tasks, 'hand-out-happenings'> => {
  const deliveriesOf = async ({ id, stream, revision, position, at }: Occurrence, webhooks: readonly Listening[]): Promise<NewDelivery[]> => {
    const happenings = await happeningsAt(stream, revision)
    if (!happenings) return []
    const { networkId, told } = happenings
    const listening = webhooks.filter((webhook) => webhook.networkId === networkId && webhook.position < Number(position))
    return told.flatMap(({ type, data }) => {
      const happeningId = uuidV5(`happening/${id}/${type}/${'payorId' in data ? data.payorId : ''}`)
      const body = JSON.stringify({ id: happeningId, type, occurredAt: at, network: networkId, position: Number(position), data })
      return listening
        .filter((webhook) => webhook.happenings.includes(type))
        .map((webhook) => ({ webhookId: webhook.id, networkId, happeningId, type, position, body }))
    })
  }
  return {
    'hand-out-happenings': async ({ occurrences }) => {
      await networksKnown()
      const webhooks = await webhooksOn()
      const networks = new Set(webhooks.map(({ networkId }) => networkId))
      const heard = networks.size === 0 ? [] : occurrences.filter(({ networkId }) => networkId === null || networks.has(networkId))
      // One event that cannot be read must not keep the others from being told.
      const made = await Promise.allSettled(heard.map((occurrence) => deliveriesOf(occurrence, webhooks)))
      await addDeliveries(made.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
      const failed = made.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}
