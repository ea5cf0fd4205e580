/** How names match: without case, accents, outer and double spaces (decision 6). */
export const nameKey = (name: string): string => {
  if (/^[\w'.-]+(?: [\w'.-]+)*$/.test(name)) return name.toLowerCase()
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđßæœ]/g, (letter) => ({ ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' })[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The digits of a phone number, without a leading country code of the United States. */
export const phoneDigits = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}
