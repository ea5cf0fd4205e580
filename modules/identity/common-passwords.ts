import { dictionary } from '@zxcvbn-ts/language-common'

/** In lower case, the commonest first. */
const list = dictionary['passwords-common'] as readonly string[]
const common = new Set(list)
const commonest = new Set(list.slice(0, 1000))

/**
 * Is it one of the 49,000 passwords that everybody tries first, or one of the 1,000 commonest with signs before or after
 * it ('Password1!')? Asked of new passwords on reset and change (decision 37); too large a list for browsers.
 */
export const isCommon = (password: string): boolean => {
  const plain = password.normalize('NFKC').toLowerCase()
  return common.has(plain) || commonest.has(plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
}
