/** A fact that was decided: past tense, globally unique type, JSON data. Kept for ever. */
export type DomainEvent<Type extends string = string, Data extends object = object> = Readonly<{
  type: Type
  data: Readonly<Data>
}>

/** One aggregate's rules. Pure: time, ids and chance arrive inside the command; a repeated command decides nothing. */
export type Decider<State, Command, Event extends DomainEvent> = Readonly<{
  initial: State
  decide: (command: Command, state: State) => readonly Event[]
  evolve: (state: State, event: Event) => State
  /** Whether people can have this event appended again and again: the daily cap of a stream counts those (platform/handle.ts). */
  isRepeatable: (event: Event) => boolean
}>

/** Of each type of event: whether people can repeat it without end, or something else bounds how often it comes. */
export type Repeatable<Event extends DomainEvent> = Readonly<Record<Event['type'], boolean>>

/** The state that a history of events adds up to. */
export const replay = <State, Event extends DomainEvent>(
  { initial, evolve }: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  history: readonly Event[],
): State => history.reduce(evolve, initial)

/** Events that carry texts about somebody: `sealedFor` names whose key opens them. Those without it, from before, have them plain. */
export type SealedFor = Readonly<{ sealedFor?: string }>
type Texts<Data> = { [Field in keyof Data]: string extends NonNullable<Data[Field]> ? Field : never }[keyof Data]
/** The fields with such texts: all that hold any string, except ids. */
export type SealedText<Event> = Event extends { data: infer Data }
  ? 'sealedFor' extends keyof Data
    ? Exclude<Texts<Data>, undefined | 'sealedFor' | `${string}Id`>
    : never
  : never
/** What is sealed for the same person as something else. */
export const sealedLike = ({ sealedFor }: SealedFor): SealedFor => (sealedFor === undefined ? {} : { sealedFor })
