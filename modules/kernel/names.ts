/** A name with its runs of spaces as one: on a screen they look alike. */
export const singleSpaced = (name: string): string => name.replace(/\s+/g, ' ')

/** How names match: without case, accents, outer and double spaces (R59). */
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

/** Seven digits are a local number without its area code, and no country has more than fifteen (E.164). */
export const isDialable = (phone: string): boolean => {
  const { length } = phoneDigits(phone)
  return length >= 7 && length <= 15
}

/** The words of a name, as `nameKey` writes it, of two signs at least; each once. */
export const nameWords = (key: string): string[] => [...new Set(key.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1))]

/** What a payor is found by: a space before each word of the name, the address in lower case, and the digits of the number behind a #. */
export const soughtText = (key: string, email: string | null, phone: string | null): string =>
  ` ${key}${email ? ` ${email.toLowerCase()}` : ''}${phone ? ` #${phoneDigits(phone)}` : ''}`

/** How names are compared that nobody should take for each other: by their letters and digits alone, without case and accents. */
export const likenessOf = (name: string): string => nameKey(name).replace(/[^\p{L}\p{N}]+/gu, '') || nameKey(name)
