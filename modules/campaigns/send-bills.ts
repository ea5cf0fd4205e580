import type { Instant } from '../kernel/dates.ts'
import type { BillId, MemberId, MessageId, NetworkId, ProgramId, RunId } from '../kernel/ids.ts'
import type { Outbox } from '../messages/contract.ts'
import { Conflict, type EventStore } from '../platform/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { RunEvent } from './events.ts'

const BILLS_AT_ONCE = 200

export type Run = Readonly<{ id: RunId; programId: ProgramId; networkId: NetworkId }>
type Unmailed = Readonly<{ billId: BillId; payorId: MemberId; hasEmail: boolean; createdAt: Instant; position: number }>

export type SendBillsDependencies = Readonly<{
  store: EventStore
  now: () => Instant
  exclusively: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
  /** Open bills of a program that nobody was told of, from behind another one on. */
  unmailedBills: (programId: ProgramId, after: Unmailed | null, limit: number) => Promise<readonly Unmailed[]>
  leftToMail: (programId: ProgramId) => Promise<number>
  goesOn: (programId: ProgramId) => Promise<boolean>
  outbox: Outbox
  settled: (appended: readonly Readonly<{ stream: `run-${string}`; revision: number; position: bigint }>[]) => Promise<boolean>
}>

/** Mail cannot be handed over at present; what has gone stays gone, and the rest is tried again. */
export class MailIsDown extends Error {
  constructor() {
    super('mail cannot be handed over at present')
    this.name = 'MailIsDown'
  }
}

/** The one mail that tells a payor of a bill, whatever run sends it (I6). */
const messageIdOf = (billId: BillId): MessageId => uuidV5(`bill mail/${billId}`) as MessageId

/**
 * Works through a run: every open bill of the program that nobody was told of is mailed, once. May be killed and called
 * again at any line; stops at the next bill when the campaign is paused (decision 12).
 * @throws MailIsDown when it should be called again later.
 */
export const sendBills = ({ store, now, exclusively, unmailedBills, leftToMail, goesOn, outbox, settled }: SendBillsDependencies) => {
  const work = async ({ id: runId, programId, networkId }: Run): Promise<void> => {
    const stream = `run-${runId}` as const
    const circumstances: Circumstances = { actor: 'system:campaign', at: now(), cause: runId, correlation: runId }
    const append = async (event: RunEvent, revision: number) => {
      const events = eventsFor(stream, revision, [event], { ...circumstances, at: now() })
      try {
        await settled([(await store.append(stream, events, revision === 0 ? 'none' : revision - 1)) as never])
      } catch (error) {
        if (!(error instanceof Conflict)) throw error
      }
    }
    const end = (error: string | null) => append({ type: 'RunEnded', data: { runId, programId, failed: false, error } }, 1)
    const paused = 'The campaign was paused.'

    const begun = (await store.read(stream)).length
    if (begun >= 2) return
    if (begun === 0) await append({ type: 'RunStarted', data: { runId, programId, total: await leftToMail(programId) } }, 0)

    let after: Unmailed | null = null
    for (;;) {
      if (!(await goesOn(programId))) return end(paused)
      const bills: readonly Unmailed[] = await unmailedBills(programId, after, BILLS_AT_ONCE)
      const mails = bills.map(({ billId, payorId, hasEmail }) => ({
        withheld: !hasEmail,
        about: {
          messageId: messageIdOf(billId),
          networkId,
          purpose: 'bill' as const,
          payorId,
          programId,
          runId,
          bills: [{ billId, rung: null }],
          paymentId: null,
          note: null,
        },
      }))
      const fresh = await outbox.queue(mails, { ...circumstances, at: now() })
      // Also what an earlier run had written down and not sent.
      const outcome = await outbox.deliver({ networkId, programId, runId }, fresh)
      if (outcome === 'stopped') return end(paused)
      if (outcome === 'try-again') throw new MailIsDown()
      after = bills.at(-1) ?? after
      if (bills.length < BILLS_AT_ONCE) return end(null)
    }
  }
  return (run: Run): Promise<void> => exclusively(`run ${run.programId}`, () => work(run))
}
export type SendBills = ReturnType<typeof sendBills>
