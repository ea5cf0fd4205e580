/** Banks pass on so many characters at least. */
const MOST = 40

/** What tells a treasurer which bill money is for: its code and the payor (R98). */
export const memoOf = (code: string, payor: string): string => [...`${code} ${payor}`].slice(0, MOST).join('').trimEnd()
