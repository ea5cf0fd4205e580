/** A decided fact: past tense, globally unique type, JSON data. Kept for ever. */
export type DomainEvent<Type extends string = string, Data extends object = object> = Readonly<{
  type: Type
  data: Readonly<Data>
}>

/** One aggregate's rules. Pure: time, ids and chance arrive in the command; a repeated command decides nothing. */
export type Decider<State, Command, Event extends DomainEvent> = Readonly<{
  initial: State
  decide: (command: Command, state: State) => readonly Event[]
}> &
  Fold<State, Event>

export type Fold<State, Event extends DomainEvent> = Readonly<{
  /** The events as stored; sealed fields stay sealed. @throws UnreadableEvent */
  read: <Recorded extends Readonly<{ type: string; data: object }>>(recorded: readonly Recorded[]) => readonly (Recorded & Event)[]
  evolve: (state: State, event: Event) => State
  /** True if people can add this event repeatedly: the daily cap of a stream counts these (platform/handle.ts). */
  isRepeatable: (event: Event) => boolean
}>

export const replay = <State, Event extends DomainEvent>(
  { initial, evolve }: Readonly<{ initial: State; evolve: (state: State, event: Event) => State }>,
  history: readonly Event[],
): State => history.reduce(evolve, initial)
