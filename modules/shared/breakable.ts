/**
 * Splits a long value where its line may break: an address before its '@' or a dot, a long number into groups of four
 * digits.
 */
export const breakable = (value: string): string[] =>
  value
    .replace(/\d{13,}/g, (digits) => digits.replace(/\d{4}(?=\d\d)/g, '$&\0'))
    .replace(/\S(?=[@._]\S)/g, '$&\0')
    .split('\0')

/** Joins the parts with a break element between two of them. */
export const withBreaks = <Break>(value: string, breakAt: (index: number) => Break): (string | Break)[] =>
  breakable(value).flatMap((part, index) => (index === 0 ? [part] : [breakAt(index), part]))
