/** Rows that an index holds together in the order of a list, and how many there are. */
export type Group<Source> = Readonly<{ source: Source; count: number }>

/** Which rows of a group belong to a page: so many behind so many others, from the group's end where that is nearer. */
export type Piece<Source> = Readonly<{ source: Source; fromEnd: boolean; offset: number; count: number }>

/** Cuts a page out of groups that follow each other. */
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
