export const look: (target: Readonly<{ root: string; stamp: string; sources: readonly string[] }>) => Readonly<{
  isFresh: boolean
  before: () => () => void
}>
