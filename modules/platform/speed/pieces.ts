/** Parts that exist only for speed. `npm run bench speed` runs the product without each in turn and shows its gain. */
export const PIECES = ['thread', 'group-commit', 'loader', 'prepared', 'pipelined', 'version-cache', 'prototypes'] as const
export type Piece = (typeof PIECES)[number]

/** For the bench only: a comma-separated list of parts to switch off. */
const without = new Set((process.env.BENCH_WITHOUT ?? '').split(','))
export const isOn = (piece: Piece): boolean => !without.has(piece)
