import type { Instant } from '../kernel/dates.ts'
import type { BillId, MessageId, NetworkId, PayorId, ProgramId, RunId } from '../kernel/ids.ts'
import type { Delivery, Outbox } from '../messages/contract.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import { MailIsDown } from '../platform/mail/mail.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { HoldUp } from './events.ts'
import { type RunCommand, runDecider } from './run-decider.ts'

const BILLS_AT_ONCE = 500

export type Run = Readonly<{ id: RunId; programId: ProgramId; networkId: NetworkId }>
type Unmailed = Readonly<{ billId: BillId; payorId: PayorId; hasEmail: boolean; createdAt: Instant; position: number }>

export type SendBillsDependencies = Readonly<{
  store: EventStore
  now: () => Instant
  /** Open bills of a program that were not mailed yet, after a given bill. */
  unmailedBills: (programId: ProgramId, after: Unmailed | null, limit: number) => Promise<readonly Unmailed[]>
  leftToMail: (programId: ProgramId) => Promise<number>
  goesOn: (programId: ProgramId) => Promise<boolean>
  outbox: Outbox
  settled: (appended: readonly Appended[]) => Promise<boolean>
}>

/** A bill is announced by one mail, whichever run sends it (R88). */
const messageIdOf = (billId: BillId): MessageId => uuidV5(`bill mail/${billId}`) as MessageId

const holdUps: Readonly<Partial<Record<Delivery, HoldUp>>> = { down: 'unreachable', deferred: 'deferred' }

const PAUSED = 'The campaign was paused.'

/**
 * Runs until every open bill of the program was mailed once. May be killed at any line and called again, but only once
 * at a time for a program. If the campaign is paused, sending stops soon: about 20 more mails may go out (R57).
 * @throws MailIsDown if it should be called again later
 */
export const sendBills = (dependencies: SendBillsDependencies) => {
  const { store, now, unmailedBills, leftToMail, goesOn, outbox, settled } = dependencies
  const { load, handle } = commandHandler(store, runDecider)

  return async (run: Run): Promise<void> => {
    const { id: runId, programId, networkId } = run
    const circumstances: Circumstances = { actor: 'system:campaign', at: now(), cause: runId, correlation: runId }
    const stream = `run-${runId}` as const
    const on = { runId, programId }
    const record = async (command: RunCommand): Promise<void> => {
      const { appended } = await handle(stream, command, { ...circumstances, at: now() })
      if (appended.length > 0) await settled(appended)
    }
    const report = (delivery: Delivery) => record({ type: 'Report', ...on, holdUp: holdUps[delivery] ?? null })
    const end = (error: string | null) => record({ type: 'End', ...on, error })

    const { state } = await load(stream)
    if (state === 'ended') return
    if (state === 'requested') await record({ type: 'Start', ...on, total: await leftToMail(programId) })

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
      if (delivery === 'stopped') return end(PAUSED)
      await report(delivery)
      throw new MailIsDown()
    }

    // First sends mails that were queued but not sent, by an earlier run or because of a crash.
    let delivering: Promise<Delivery> = outbox.deliver({ networkId, programId, runId })
    let deferred = false
    let after: Unmailed | null = null
    for (let more = true; more; ) {
      const page: readonly Unmailed[] = (await goesOn(programId)) ? await unmailedBills(programId, after, BILLS_AT_ONCE) : []
      // Queues the next bills while the last ones are being sent.
      const fresh = await queue(page)
      const next: Promise<Delivery> = page.length > 0 ? outbox.deliver({ networkId, programId, runId, only: [...fresh] }, fresh) : delivering
      next.catch(() => {})
      const delivery = await delivering
      if (delivery === 'stopped' || delivery === 'down') {
        await next
        return giveUp(delivery)
      }
      deferred ||= delivery === 'deferred' || delivery === 'later'
      await report(deferred ? 'deferred' : 'done')
      delivering = next
      after = page.at(-1) ?? after
      more = page.length > 0
    }
    if (!(await goesOn(programId))) return giveUp('stopped')
    return deferred ? giveUp('deferred') : end(null)
  }
}
