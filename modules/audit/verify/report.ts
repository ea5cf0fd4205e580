/** Something wrong in a pack, and where. */
export type Problem = Readonly<{ file: string; line: number | null; what: string }>

/** More of a kind say no more. */
const MOST_PER_FILE = 10

/** Collects what is wrong with a pack, and what its verifier can say about it. */
export const openReport = () => {
  const problems: Problem[] = []
  const proved: string[] = []
  const open: string[] = []
  return {
    problems,
    proved,
    /** What nobody can conclude from the pack. */
    open,
    found: (file: string, what: string, line: number | null = null): void => {
      const before = problems.filter((one) => one.file === file)
      if (before.length < MOST_PER_FILE && !before.some((one) => one.line === line && one.what === what)) problems.push({ file, line, what })
    },
  }
}
export type Report = ReturnType<typeof openReport>

export const problemText = ({ file, line, what }: Problem): string => `${file}${line === null ? '' : `, line ${line}`}: ${what}`
