import type { Position } from '../platform/event-store/event-store.ts'

/** Heads of the log that are remembered at most. */
const MOST = 1_000

/**
 * For how many seconds each projection has been behind: since the first look that found an event in the log which it still does not show. It is
 * as exact as looks are frequent, and asks a log of either kind for its head alone.
 */
export const watchLag = () => {
  const seen: Readonly<{ head: Position; at: number }>[] = []
  return (head: Position, positions: ReadonlyMap<string, Position>, nowMs: number): ReadonlyMap<string, number> => {
    if (seen.every((earlier) => earlier.head < head)) seen.push({ head, at: nowMs })
    const slowest = [...positions.values()].reduce((a, b) => (a < b ? a : b), head)
    while (positions.size > 0 && seen[0] && seen[0].head <= slowest) seen.shift()
    // The first one is kept: it tells since when a projection stands still.
    if (seen.length > MOST) seen.splice(-2, 1)
    const since = (position: Position) => seen.find((earlier) => earlier.head > position)?.at ?? nowMs
    return new Map([...positions].map(([name, position]) => [name, (nowMs - since(position)) / 1_000]))
  }
}
