import type { Instant } from '../kernel/dates.ts'
import type { MessageId, PayorId } from '../kernel/ids.ts'
import { type Append, type Appended, Conflict, type EventStore, type Revision } from '../platform/event-store/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import { MailIsDown } from '../platform/mail/mail.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { messageCodec } from './codec.ts'
import type { MessageEvent } from './events.ts'

/** Fates are written down together when they come within this time: so many mails go again, under the same id, after a crash. */
const GATHER_MS = 50
/** And so many at most, however slowly the log answers: who has more to tell waits. */
const UNRECORDED = 100

type Dependencies = Readonly<{ store: EventStore; personal: PersonalData; now: () => Instant }>

export const streamOf = (messageId: MessageId) => `message-${messageId}` as const

/** The last of what was appended, if anything was. */
export const lastOf = (answers: readonly (Appended | Conflict)[]): Appended[] => {
  const appended = answers.filter((answer): answer is Appended => !(answer instanceof Conflict))
  return appended.length > 0 ? [appended.reduce((a, b) => (a.position > b.position ? a : b))] : []
}

/** What is to be written down of a mail, behind the revision at which it waits. */
type Fate = Readonly<{ event: MessageEvent; payorId: PayorId; behind: Revision }>

/**
 * Writes fates down, those that come meanwhile together; `done` once all are. When that fails the sending ends: nothing may go that is not
 * written down. It ends on a conflict, too: another process has taken over while this one stood still.
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
    /** Waits while too much is untold; rejects once nothing can be told any more. */
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
    /** What the read model must have reached to show these fates. */
    shown: () => shown,
  }
}
