/** What exists only to be fast. `npm run bench speed` runs the product without each of them in turn and shows what it brings. */
export const PIECES = ['thread', 'group-commit', 'loader', 'prepared', 'pipelined', 'remembered'] as const
export type Piece = (typeof PIECES)[number]

/** For the bench alone: pieces that this process does without, with commas between. */
const without = new Set((process.env.BENCH_WITHOUT ?? '').split(','))
export const isOn = (piece: Piece): boolean => !without.has(piece)
