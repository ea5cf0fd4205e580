import type { Clock, Instant } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { Appended } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import type { Answered, PostOutward } from '../platform/http/post-outward.ts'
import type { Tasks } from '../platform/jobs.ts'
import { type OffBecause, type Problem, TEST } from './contract.ts'
import type { Claimed, Deliveries, Outcome } from './deliveries.ts'
import { signedHeaders } from './signature.ts'

/** The waits between tries, in seconds: about three days in all (R211). */
export const WAITS = [10, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000] as const
const THREE_DAYS_MS = 72 * 3_600_000
/** So many deliveries to one webhook are under way at a time. */
const AT_ONCE = 4
/** A job ends after so long, and goes on behind the others. */
const TURN_MS = 20_000
const GONE = 410

type SentTo = Readonly<{
  id: string
  networkId: NetworkId
  url: string
  isOn: boolean
  secretNumber: number
  earlierUntil: Instant | null
}>

export type DeliverDependencies = Readonly<{
  deliveries: Pick<Deliveries, 'claim' | 'close' | 'nextDue' | 'note' | 'tookNothingSince' | 'wake'>
  /** Null for a webhook that was removed. */
  webhookById: (id: string) => Promise<SentTo | null>
  secretOf: (webhookId: string, number: number) => string
  post: PostOutward
  turnOff: (
    turn: Readonly<{ networkId: NetworkId; webhookId: string; because: OffBecause }>,
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

/** Seconds until the next try; null when the tries are over. A test is tried once. */
const nextTry = ({ type, tries, dueAt }: Claimed): number | null => {
  const wait = WAITS[tries - 1]
  if (type === TEST || wait === undefined || Date.now() + wait * 1_000 > dueAt.getTime() + THREE_DAYS_MS) return null
  return wait
}

const outcomeOf = (claimed: Claimed, headers: Outcome['headers'], answered: Answered): Outcome => {
  const problem = problemOf(answered)
  const wait = problem === null ? null : nextTry(claimed)
  return {
    state: problem === null ? 'delivered' : wait === null ? 'failed' : 'waiting',
    ...{ headers, problem, ms: answered.ms, nextTry: wait },
    ...('problem' in answered ? { status: null, answer: null } : { status: answered.status, answer: answered.text }),
  }
}

/** Sends what is due to one webhook. A crash in between sends some of it again. */
export const deliverTasks = ({
  deliveries,
  webhookById,
  secretOf,
  post,
  turnOff,
  settled,
  now,
  signal,
}: DeliverDependencies): Pick<Tasks, 'deliver-webhook'> => {
  const secretsOf = ({ id, secretNumber, earlierUntil }: SentTo): string[] => [
    secretOf(id, secretNumber),
    ...(earlierUntil !== null && earlierUntil > now() ? [secretOf(id, secretNumber - 1)] : []),
  ]

  const tryOne = async (webhook: SentTo, claimed: Claimed): Promise<Outcome> => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Vestry-Webhooks/1',
      ...signedHeaders(secretsOf(webhook), claimed.happeningId, Math.floor(Date.now() / 1_000), claimed.body),
    }
    const outcome = outcomeOf(claimed, headers, await post(webhook.url, headers, claimed.body))
    await deliveries.note(webhook.id, claimed.id, outcome)
    return outcome
  }

  /** Why a webhook is to be turned off after some tries; null: it stays on. */
  const offBecause = async ({ id }: SentTo, claimed: readonly Claimed[], outcomes: readonly Outcome[]): Promise<OffBecause | null> => {
    if (outcomes.some(({ status }) => status === GONE)) return 'gone'
    const givenUp = claimed.find(({ type }, i) => type !== TEST && outcomes[i]?.state === 'failed')
    return givenUp && (await deliveries.tookNothingSince(id, givenUp.dueAt)) ? 'failing' : null
  }

  const turnedOff = async ({ id, networkId }: SentTo, because: OffBecause, cause: string): Promise<void> => {
    const circumstances = { actor: 'system:webhooks', at: now(), cause: `webhook-off/${cause}` }
    await settled(await turnOff({ networkId, webhookId: id, because }, circumstances))
    await deliveries.close(id, false)
  }

  /** Sends in turns until nothing is due, the webhook takes too long, or others have waited long enough. */
  const deliverTo = async (webhook: SentTo): Promise<void> => {
    for (const end = Date.now() + TURN_MS; Date.now() < end && !signal.aborted; ) {
      const claimed = await deliveries.claim(webhook.id, AT_ONCE)
      if (claimed.length === 0) break
      const outcomes = await Promise.all(claimed.map((each) => tryOne(webhook, each)))
      const because = await offBecause(webhook, claimed, outcomes)
      if (because) return turnedOff(webhook, because, claimed[0]?.id ?? '')
      if (outcomes.some(({ problem }) => problem === 'timeout')) break
    }
    const due = await deliveries.nextDue(webhook.id)
    if (due) await deliveries.wake({ webhookId: webhook.id, networkId: webhook.networkId }, due.getTime() > Date.now() ? due : undefined)
  }

  return {
    'deliver-webhook': async ({ webhookId }) => {
      const webhook = await webhookById(webhookId)
      if (webhook?.isOn) await deliverTo(webhook)
      else await deliveries.close(webhookId, webhook === null)
    },
  }
}
