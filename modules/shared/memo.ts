/** The longest memo that all banks pass on. */
const MOST = 40

/** Identifies a payment's bill to the treasurer: its code and the payor (R98). */
export const memoOf = (code: string, payor: string): string => [...`${code} ${payor}`].slice(0, MOST).join('').trimEnd()
