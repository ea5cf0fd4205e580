import { z } from 'zod'
import type { DomainEvent } from './decider.ts'

// An event is one entry of its module's table: its data, state change, sentence, icon and webhook events. Code that
// treats all events alike reads these tables, and an entry that lacks a part does not compile.

export type EventIcon =
  | ('alert' | 'archive' | 'bank' | 'bell' | 'bill' | 'card' | 'check' | 'clock' | 'coins' | 'cross' | 'difference' | 'download' | 'eye')
  | ('file-cross' | 'hand-coins' | 'key' | 'mail' | 'mail-cross' | 'mail-open' | 'megaphone' | 'pause' | 'pencil' | 'play' | 'plus' | 'pointer')
  | ('replace' | 'restore' | 'schedule' | 'send' | 'shield-off' | 'undo' | 'upload' | 'user-cross' | 'user-minus' | 'user-plus' | 'webhook')

/** A webhook event that follows from an event of the log; webhooks/contract.ts declares the types. */
export type WebhookEvent = Readonly<{ type: string; data: object }>

/** `nameOf` names users by id; `before` is the state before the event. */
type Teller<State> = Readonly<{ nameOf: (userId: string) => string; before: State }>

export type Entry<State, Data, Around> = Readonly<{
  icon: EventIcon
  says: string | ((data: Data, teller: Teller<State>) => string)
  /** People can add this event repeatedly, so the daily cap of its stream counts it (platform/handle.ts). */
  repeatable?: true
  /**
   * Upgrades data of every earlier shape to the current shape (no shape has changed yet). The verifier of audit packs
   * reads events as recorded, so it must learn the earlier and the current shape.
   */
  from?: (recorded: object) => object
  /** The state after the event; absent if decisions do not depend on it. */
  evolve?: (state: State, data: Data) => State
  /** The resulting webhook events; null: never any. `around`: the state before and after the event. */
  webhook: ((data: Data, around: Around) => readonly WebhookEvent[]) | null
}>

/** Declares an event over a module's state. `Around`: the context that its webhook events need. */
export const eventsOf =
  <State, Around = null>() =>
  <Schema extends z.ZodObject>(data: Schema, parts: Entry<State, z.output<Schema>, Around>) => ({ data, ...parts })

type Declared = Readonly<{
  data: z.ZodObject
  icon: EventIcon
  says: unknown
  webhook: unknown
  repeatable?: true
  from?: Entry<never, never, never>['from']
}>
/** A module's events by type; types are unique in the log. */
export type EventTable = Readonly<Record<string, Declared>>

export type EventOf<Table extends EventTable> = {
  [Type in keyof Table & string]: DomainEvent<Type, z.output<Table[Type]['data']>>
}[keyof Table & string]

const SEALED = new WeakSet<z.ZodType>()

/**
 * A field that the log stores sealed with its owner's key. The schema is that of the open value, which is null once the
 * key is deleted.
 */
export const sealed = <Schema extends z.ZodType>(open: Schema): Schema => {
  const kept = z.union([open, z.string()]).nullable()
  SEALED.add(kept)
  return kept as unknown as Schema
}

export const sealedIn = (table: EventTable): readonly string[] => [
  ...new Set(
    Object.values(table).flatMap(({ data }) => Object.entries(data.shape).flatMap(([field, schema]) => (SEALED.has(schema) ? [field] : []))),
  ),
]

/** For events with sealed texts: the owner of the key. Events from before this field have plain texts. */
export const sealedFor = { sealedFor: z.string().exactOptional() }
export type SealedFor = Readonly<{ sealedFor?: string }>
/** Seals a new event for the owner for whom another event was sealed. */
export const sealedLike = ({ sealedFor }: SealedFor): SealedFor => (sealedFor === undefined ? {} : { sealedFor })

/** A type of event in words: 'payment recorded' for PaymentRecorded. */
export const inWords = (type: string): string => type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

/** A string of the log. Its module validated it before the append, so reading checks only the shape. */
export const text = <Value extends string = string>() => z.string() as unknown as z.ZodType<Value>
export const cents = z.int()

/** An event that no table declares, or whose data has another shape than its entry. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent'
}

/**
 * The events of a table as stored, with their fields still sealed.
 * @throws UnreadableEvent
 */
export const readBy =
  <Table extends EventTable>(table: Table) =>
  <Recorded extends Readonly<{ type: string; data: object }>>(events: readonly Recorded[]): readonly (Recorded & EventOf<Table>)[] =>
    events.map((recorded) => {
      const { type } = recorded
      const entry = Object.hasOwn(table, type) ? table[type] : undefined
      if (!entry) throw new UnreadableEvent(`${type} is not known here`)
      const event = entry.from ? { ...recorded, data: entry.from(recorded.data) } : recorded
      const { error } = entry.data.safeParse(event.data)
      if (error) throw new UnreadableEvent(`${type} has another shape: ${z.prettifyError(error)}`)
      return event as Recorded & EventOf<Table>
    })

export const isIn =
  <Table extends EventTable>(table: Table) =>
  <Event extends Readonly<{ type: string; data: object }>>(event: Event): event is Event & EventOf<Table> =>
    Object.hasOwn(table, event.type)

type Part<Key extends string, Value> = Readonly<Record<string, Readonly<{ [name in Key]?: Value }>>>

export const foldOf = <State, Table extends EventTable>(table: Table) => ({
  read: readBy(table),
  evolve: (state: State, { type, data }: EventOf<Table>): State => {
    const evolve = (table as Part<'evolve', (state: State, data: object) => State>)[type]?.evolve
    return evolve ? evolve(state, data) : state
  },
  isRepeatable: ({ type }: EventOf<Table>): boolean => table[type]?.repeatable === true,
})

export const sentenceOf =
  <Table extends EventTable>(table: Table) =>
  <State>({ type, data }: EventOf<Table>, nameOf: (userId: string) => string, before: State): string => {
    const says = (table as Part<'says', string | ((data: object, teller: Teller<State>) => string)>)[type]?.says ?? type
    return typeof says === 'string' ? says : says(data, { nameOf, before })
  }
