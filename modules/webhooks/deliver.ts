import type { Clock, Instant } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { Appended } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import type { Answered, PostOutward } from '../platform/http/post-outward.ts'
import type { Tasks } from '../platform/jobs.ts'
import type { OffBecause, Problem } from './contract.ts'
import type { Claimed, Deliveries, Outcome } from './deliveries.ts'
import { signedHeaders } from './signature.ts'
import { TEST } from './values.ts'

/** Seconds between tries: about three days in all (R33). */
export const WAITS = [10, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000] as const
const AT_ONCE = 4
/** The time that a job may run before it moves to the back of its queue. */
const TURN_MS = 5_000
const GONE = 410

type SentTo = Readonly<{
  id: string
  networkId: NetworkId
  url: string
  isOn: boolean
  secretNumber: number
  keyVersion: number
  earlierUntil: Instant | null
  earlierKeyVersion: number
}>

export type DeliverDependencies = Readonly<{
  deliveries: Pick<Deliveries, 'claim' | 'close' | 'nextDue' | 'note' | 'tookNothingSince' | 'wake'>
  /** Waits until the read models show the webhooks. */
  networksKnown: () => Promise<unknown>
  webhookById: (id: string) => Promise<SentTo | null>
  secretOf: (webhookId: string, number: number, keyVersion: number) => Promise<string>
  post: PostOutward
  /** Turns a webhook off, if `url` is still its address. */
  turnOff: (
    turn: Readonly<{ networkId: NetworkId; webhookId: string; url: string; because: OffBecause }>,
    circumstances: Circumstances,
  ) => Promise<readonly Appended[]>
  settled: (appended: readonly Appended[]) => Promise<unknown>
  now: Clock
  signal: AbortSignal
}>

const problemOf = (answered: Answered): Problem | null => {
  if ('problem' in answered) return answered.problem
  if (answered.status >= 200 && answered.status < 300) return null
  return answered.status >= 300 && answered.status < 400 ? 'redirect' : 'status'
}

/** Seconds until the next try; null if this was the last. A test is tried only once. */
const nextTry = ({ type, tries, secondsLeft }: Claimed): number | null => {
  const wait = WAITS[tries - 1]
  return type === TEST || wait === undefined || secondsLeft <= 0 ? null : Math.min(wait, secondsLeft)
}

const outcomeOf = (claimed: Claimed, sent: Pick<Outcome, 'url' | 'headers'>, answered: Answered): Outcome => {
  const problem = problemOf(answered)
  const wait = problem === null ? null : nextTry(claimed)
  return {
    state: problem === null ? 'delivered' : wait === null ? 'failed' : 'waiting',
    ...{ ...sent, problem, ms: answered.ms, nextTry: wait },
    ...('problem' in answered ? { status: null, answer: null } : { status: answered.status, answer: answered.text }),
  }
}

/** Sends the due deliveries of a webhook. After a crash some are sent twice. */
export const deliverTasks = ({
  deliveries,
  webhookById,
  secretOf,
  post,
  turnOff,
  networksKnown,
  settled,
  now,
  signal,
}: DeliverDependencies): Pick<Tasks, 'deliver-webhook'> => {
  const secretsOf = async ({ id, secretNumber, keyVersion, earlierUntil, earlierKeyVersion }: SentTo): Promise<string[]> => [
    await secretOf(id, secretNumber, keyVersion),
    ...(earlierUntil !== null && earlierUntil > now() ? [await secretOf(id, secretNumber - 1, earlierKeyVersion)] : []),
  ]

  const tryOne = async (webhook: SentTo, claimed: Claimed): Promise<Outcome> => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Vestry-Webhooks/1',
      ...signedHeaders(await secretsOf(webhook), claimed.eventId, Math.floor(Date.now() / 1_000), claimed.body),
    }
    const outcome = outcomeOf(claimed, { url: webhook.url, headers }, await post(webhook.url, headers, claimed.body))
    await deliveries.note(webhook.id, claimed.id, outcome)
    return outcome
  }

  /** The reason to turn the webhook off after these tries; null if it stays on. */
  const offBecause = async ({ id }: SentTo, claimed: readonly Claimed[], outcomes: readonly Outcome[]): Promise<OffBecause | null> => {
    if (outcomes.some(({ status }) => status === GONE)) return 'gone'
    const givenUp = claimed.find(({ type }, i) => type !== TEST && outcomes[i]?.state === 'failed')
    return givenUp && (await deliveries.tookNothingSince(id, givenUp.dueAt)) ? 'failing' : null
  }

  /** False if the webhook has a new address, which was not tried yet. */
  const turnedOff = async ({ id, networkId, url }: SentTo, because: OffBecause, cause: string): Promise<boolean> => {
    const circumstances = { actor: 'system:webhooks', at: now(), cause: `webhook-off/${cause}` }
    const appended = await turnOff({ networkId, webhookId: id, url, because }, circumstances)
    await settled(appended)
    if (appended.length > 0) await deliveries.close(id, false)
    return appended.length > 0
  }

  /** Sends a few at a time, until nothing is due, the webhook is too slow, or TURN_MS is over. */
  const deliverTo = async (webhookId: string): Promise<void> => {
    const end = Date.now() + TURN_MS
    for (;;) {
      // Loaded again in each round, since the webhook may have been moved, turned off or removed.
      const webhook = await webhookById(webhookId)
      if (!webhook?.isOn) return deliveries.close(webhookId, webhook === null)
      const claimed = Date.now() < end && !signal.aborted ? await deliveries.claim(webhookId, AT_ONCE) : []
      const outcomes = await Promise.all(claimed.map((each) => tryOne(webhook, each)))
      const because = await offBecause(webhook, claimed, outcomes)
      if (because && (await turnedOff(webhook, because, claimed[0]?.id ?? ''))) return
      if (claimed.length > 0 && !outcomes.some(({ problem }) => problem === 'timeout')) continue
      const due = await deliveries.nextDue(webhookId)
      if (due) await deliveries.wake({ webhookId, networkId: webhook.networkId }, due.getTime() > Date.now() ? due : undefined)
      return
    }
  }

  return {
    'deliver-webhook': async ({ webhookId }) => {
      await networksKnown()
      await deliverTo(webhookId)
    },
  }
}
