type Data = Readonly<Record<string, unknown>>

/** From the data of one version of an event to that of the next; sealed values stay sealed. */
type Upcast = (data: Data) => Data

/** By type of event: the step from version 1 to 2, from 2 to 3, and so on. */
export type Upcasters = Readonly<Record<string, readonly Upcast[]>>

/**
 * Empty, since events are only ever added or get optional fields. One that must change gets a step here, which its new events name as their
 * version, and keeps the fixture of its old shape. The verifier of audit packs reads events as they were recorded: it learns both shapes.
 */
export const upcasters: Upcasters = {}

/** The version in which events of a type are written today. */
export const versionOf = (type: string): number => 1 + (upcasters[type]?.length ?? 0)
