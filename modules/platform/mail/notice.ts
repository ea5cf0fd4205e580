import type { NetworkId, UserId } from '../../kernel/ids.ts'
import type { RecordedEvent } from '../event-store/event-store.ts'

/** What the Admins of a network are told of an event. */
export type Notice = Readonly<{
  networkId: NetworkId
  /** Who is told, where it is not just who is Admin by now. */
  admins?: readonly UserId[]
  subject: string
  text: string
  /** Where to look at it and put it right. */
  page: Readonly<{ label: string; path: string }>
}>

/** 'Ada Ferreira (ada@example.org)', of a user's id or of an event's actor. */
export type NameOf = (id: string) => Promise<string>

/** Says it of the last event of a stream's history; null where there is nothing to tell. */
export type NoticeOf = (history: readonly RecordedEvent[], nameOf: NameOf) => Promise<Notice | null>
