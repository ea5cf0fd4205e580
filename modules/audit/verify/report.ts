/** A problem in a pack, and its place. `line`: null for a problem of the whole file. */
export type Problem = Readonly<{ file: string; line: number | null; what: string }>

/** More problems of one file are not listed, since they would not help the reader. */
const MOST_PER_FILE = 10

/** Collects the problems of a pack, and the claims that the verifier has proved. */
export const openReport = () => {
  const problems: Problem[] = []
  const proved: string[] = []
  const open: string[] = []
  return {
    problems,
    proved,
    /** Claims that the pack alone cannot prove. */
    open,
    found: (file: string, what: string, line: number | null = null): void => {
      const before = problems.filter((one) => one.file === file)
      if (before.length < MOST_PER_FILE && !before.some((one) => one.line === line && one.what === what)) problems.push({ file, line, what })
    },
  }
}
export type Report = ReturnType<typeof openReport>

export const problemText = ({ file, line, what }: Problem): string => `${file}${line === null ? '' : `, line ${line}`}: ${what}`
