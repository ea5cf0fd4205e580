/** Where a value may break that does not fit on its line: an address before its '@' or a dot, a long number between groups of four digits. */
export const breakable = (value: string): string[] =>
  value
    .replace(/\d{13,}/g, (digits) => digits.replace(/\d{4}(?=\d\d)/g, '$&\0'))
    .replace(/\S(?=[@._]\S)/g, '$&\0')
    .split('\0')
