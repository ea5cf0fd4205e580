import type { Position } from '../platform/event-store/event-store.ts'

const MOST = 1_000

/**
 * Seconds by which each projection lags: since the first check that found an event in the log which it has not processed. As exact as the checks are
 * frequent; needs only the head of the log.
 */
export const watchLag = () => {
  const seen: Readonly<{ head: Position; at: number }>[] = []
  return (head: Position, positions: ReadonlyMap<string, Position>, nowMs: number): ReadonlyMap<string, number> => {
    if (seen.every((earlier) => earlier.head < head)) seen.push({ head, at: nowMs })
    const slowest = [...positions.values()].reduce((a, b) => (a < b ? a : b), head)
    while (positions.size > 0 && seen[0] && seen[0].head <= slowest) seen.shift()
    // Keeps the first one, which shows since when a projection is blocked.
    if (seen.length > MOST) seen.splice(-2, 1)
    const since = (position: Position) => seen.find((earlier) => earlier.head > position)?.at ?? nowMs
    return new Map([...positions].map(([name, position]) => [name, (nowMs - since(position)) / 1_000]))
  }
}
