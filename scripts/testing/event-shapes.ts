import type { AnyEvent } from '../../modules/events.ts'
import type { StreamName } from '../../modules/platform/event-store/event-store.ts'

export type EventType = AnyEvent['type']

type DataOf<Type> = Extract<AnyEvent, { type: Type }>['data']

/** An event for a stream. Its type keeps the fields of the data, so that the compiler can tell shapes apart. */
export const on =
  (stream: StreamName, actor: string) =>
  <Type extends EventType, const Data extends DataOf<Type>>(type: Type, data: Data) => ({ stream, actor, type, data })

type OptionalIn<Data> = { [Field in keyof Data]-?: object extends Pick<Data, Field> ? Field & string : never }[keyof Data]
type Optional<Type> = OptionalIn<DataOf<Type>>
/** Each event, and each optional field both present and absent: events recorded before a field existed lack it. */
type Shape<Type extends string> = Type | (Optional<Type> extends never ? never : `${Type} ${'with' | 'without'} ${Optional<Type>}`)
type Shapes = { [Type in EventType]: Shape<Type> }[EventType]
type ShapesIn<Event> = Event extends { type: infer Type extends string; data: infer Data }
  ? Type | `${Type} with ${Optional<Type> & keyof Data}` | `${Type} without ${Exclude<Optional<Type>, keyof Data>}`
  : never

/** The history if it has every shape, else the names of the missing ones. */
export type Complete<History extends readonly unknown[]> =
  Exclude<Shapes, ShapesIn<History[number]>> extends infer Missing ? ([Missing] extends [never] ? readonly History[number][] : Missing) : never
