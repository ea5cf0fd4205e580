import type { Instant } from '../kernel/dates.ts'
import type { MessageId, PayorId } from '../kernel/ids.ts'
import { type Append, type Appended, Conflict, type EventStore, type Revision } from '../platform/event-store/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import { MailIsDown } from '../platform/mail/mail.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { messageCodec } from './codec.ts'
import type { MessageEvent } from './events.ts'

/**
 * Results that arrive within this time are recorded together. After a crash, their mails are sent again with the same
 * id.
 */
const GATHER_MS = 50
/** If more results than this are not recorded yet, no further mail is sent until the log catches up. */
const UNRECORDED = 100

type Dependencies = Readonly<{ store: EventStore; personal: PersonalData; now: () => Instant }>

export const streamOf = (messageId: MessageId) => `message-${messageId}` as const

/** The last of the appended events; empty if nothing was appended. */
export const lastOf = (answers: readonly (Appended | Conflict)[]): Appended[] => {
  const appended = answers.filter((answer): answer is Appended => !(answer instanceof Conflict))
  return appended.length > 0 ? [appended.reduce((a, b) => (a.position > b.position ? a : b))] : []
}

/** The result of a mail. It is recorded after the revision `behind`. */
type Fate = Readonly<{ event: MessageEvent; payorId: PayorId; behind: Revision }>

/**
 * Records the results of mails in groups. `done` resolves once all are recorded. If recording fails, sending ends,
 * since a mail must not go unrecorded. Sending also ends on a conflict: another process has taken over.
 */
export const recorder = ({ store, personal, now }: Dependencies) => {
  const texts = messageCodec(personal)
  let unrecorded: Fate[] = []
  let leftUnrecorded = 0
  let ended = false
  let broken = false
  let shown: readonly Appended[] = []
  let writing: Promise<void> = Promise.resolve()
  let hurry = () => {}
  const write = async () => {
    await new Promise<void>((resolve) => {
      hurry = resolve
      setTimeout(resolve, ended ? 0 : GATHER_MS)
    })
    const fates = unrecorded
    unrecorded = []
    const circumstances: Circumstances = { actor: 'system:mail', at: now(), cause: 'delivery' }
    const answers = await store.appendEach(
      await Promise.all(
        fates.map(async ({ event, payorId, behind }): Promise<Append> => {
          const stream = streamOf(event.data.messageId)
          return {
            stream,
            events: eventsFor(stream, behind + 1, await texts.encode([event], { about: { payorId } }), circumstances),
            expect: behind,
          }
        }),
      ),
    )
    const last = lastOf(answers)
    if (last.length > 0) shown = last
    leftUnrecorded -= fates.length
    if (answers.some((answer) => answer instanceof Conflict)) throw new MailIsDown()
  }
  return {
    /** Waits while too many results are not recorded. Rejects once recording has failed. */
    room: async (): Promise<void> => {
      while (broken || leftUnrecorded >= UNRECORDED) await writing
    },
    record: (fate: Fate) => {
      leftUnrecorded += 1
      if (unrecorded.push(fate) > 1) return
      writing = writing.then(write)
      writing.catch(() => {
        broken = true
      })
    },
    done: async (): Promise<void> => {
      ended = true
      hurry()
      await writing
    },
    /** The event that a read model must have folded to show all results. */
    shown: () => shown,
  }
}
