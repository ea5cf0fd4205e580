import type { Instant } from '../kernel/dates.ts'
import type { BillId, MemberId, MessageId, NetworkId, ProgramId, RunId } from '../kernel/ids.ts'
import type { Delivery, Outbox } from '../messages/contract.ts'
import { Conflict, type EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import { MailIsDown } from '../platform/mail/mail.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { HoldUp, RunEvent } from './events.ts'

const BILLS_AT_ONCE = 500

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

/** The one mail that tells a payor of a bill, whatever run sends it (R103). */
const messageIdOf = (billId: BillId): MessageId => uuidV5(`bill mail/${billId}`) as MessageId

const PAUSED = 'The campaign was paused.'

/** A run's own stream: that it began, that it is held up and goes on, that it ended. */
const diaryOf = async ({ store, now, settled }: SendBillsDependencies, { id: runId, programId }: Run, circumstances: Circumstances) => {
  const stream = `run-${runId}` as const
  const recorded = await store.read(stream)
  let revision = recorded.length - 1
  let { type, data } = (recorded.at(-1) ?? { type: null, data: {} }) as Readonly<{ type: string | null; data: { reason?: HoldUp } }>
  const write = async (event: RunEvent) => {
    const events = eventsFor(stream, revision + 1, [event], { ...circumstances, at: now() })
    revision += 1
    type = event.type
    data = event.data as typeof data
    try {
      await settled([(await store.append(stream, events, revision === 0 ? 'none' : revision - 1)) as never])
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
    }
  }
  return {
    hasBegun: revision >= 0,
    hasEnded: type === 'RunEnded',
    start: (total: number) => write({ type: 'RunStarted', data: { runId, programId, total } }),
    end: (error: string | null) => write({ type: 'RunEnded', data: { runId, programId, failed: false, error } }),
    /** Says once that it is held up, and once that it goes on. */
    tell: async (delivery: Delivery) => {
      const reason: HoldUp | null = delivery === 'down' ? 'unreachable' : delivery === 'deferred' ? 'deferred' : null
      const told = type === 'RunHeldUp' ? (data.reason ?? null) : null
      if (reason && reason !== told) await write({ type: 'RunHeldUp', data: { runId, programId, reason } })
      if (!reason && told) await write({ type: 'RunWentOn', data: { runId, programId } })
    },
  }
}

/**
 * Works through a run: every open bill of the program that nobody was told of is mailed, once. May be killed and called
 * again at any line; stops at the next bill when the campaign is paused (R75).
 * @throws MailIsDown when it should be called again later.
 */
export const sendBills = (dependencies: SendBillsDependencies) => {
  const { now, exclusively, unmailedBills, leftToMail, goesOn, outbox } = dependencies

  const work = async (run: Run): Promise<void> => {
    const { id: runId, programId, networkId } = run
    const circumstances: Circumstances = { actor: 'system:campaign', at: now(), cause: runId, correlation: runId }
    const diary = await diaryOf(dependencies, run, circumstances)
    if (diary.hasEnded) return
    if (!diary.hasBegun) await diary.start(await leftToMail(programId))

    const queue = (bills: readonly Unmailed[]) =>
      outbox.queue(
        bills.map(({ billId, payorId, hasEmail }) => ({
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
        })),
        { ...circumstances, at: now() },
      )

    const giveUp = async (delivery: Exclude<Delivery, 'done'>): Promise<void> => {
      if (delivery === 'stopped') return diary.end(PAUSED)
      await diary.tell(delivery)
      throw new MailIsDown()
    }

    // What was written down before and not sent: by an earlier run, or before a crash.
    let delivering: Promise<Delivery> = outbox.deliver({ networkId, programId, runId })
    let deferred = false
    let after: Unmailed | null = null
    for (let more = true; more; ) {
      const page: readonly Unmailed[] = (await goesOn(programId)) ? await unmailedBills(programId, after, BILLS_AT_ONCE) : []
      // The next bills are written down, and take their place in the line, while the last ones go out.
      const fresh = await queue(page)
      const next: Promise<Delivery> = page.length > 0 ? outbox.deliver({ networkId, programId, runId, only: [...fresh] }, fresh) : delivering
      next.catch(() => {})
      const delivery = await delivering
      if (delivery === 'stopped' || delivery === 'down') {
        await next
        return giveUp(delivery)
      }
      deferred ||= delivery === 'deferred' || delivery === 'later'
      await diary.tell(deferred ? 'deferred' : 'done')
      delivering = next
      after = page.at(-1) ?? after
      more = page.length > 0
    }
    if (!(await goesOn(programId))) return giveUp('stopped')
    return deferred ? giveUp('deferred') : diary.end(null)
  }
  return (run: Run): Promise<void> => exclusively(`run ${run.programId}`, () => work(run))
}
