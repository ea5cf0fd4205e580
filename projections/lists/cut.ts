/** A range of rows that an index holds in the list's order, and its length. */
export type Group<Source> = Readonly<{ source: Source; count: number }>

/** A page's share of a group: `offset` and `count`, from the group's end where that is nearer. */
export type Piece<Source> = Readonly<{ source: Source; fromEnd: boolean; offset: number; count: number }>

/** Cuts a page out of consecutive groups. */
export const cut = <Source>(groups: readonly Group<Source>[], offset: number, size: number): Piece<Source>[] => {
  const pieces: Piece<Source>[] = []
  let begin = 0
  for (const { source, count: of } of groups) {
    const from = Math.max(0, offset - begin)
    const count = Math.min(of, offset + size - begin) - from
    begin += of
    if (count <= 0) continue
    const fromEnd = from > of / 2
    pieces.push({ source, fromEnd, offset: fromEnd ? of - from - count : from, count })
  }
  return pieces
}
