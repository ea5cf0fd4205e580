import type { NetworkId, UserId } from '../../kernel/ids.ts'
import type { RecordedEvent } from '../event-store/event-store.ts'

export type Notice = Readonly<{
  networkId: NetworkId
  /** Recipients other than the present Admins. */
  admins?: readonly UserId[]
  subject: string
  text: string
  page: Readonly<{ label: string; path: string }>
}>

/** 'Ada Ferreira (ada@example.org)', for a user's id or an event's actor. */
export type NameOf = (id: string) => Promise<string>

/** The notice about the last event of a stream's history; null for none. */
export type NoticeOf = (history: readonly RecordedEvent[], nameOf: NameOf) => Promise<Notice | null>
