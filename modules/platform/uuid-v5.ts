import { hash } from 'node:crypto'
import { parse, v5 } from 'uuid'

const namespace = Buffer.from(parse(v5.URL))

/** uuid v5 of a name (RFC 9562), in the URL namespace: imports make a hundred thousand of them, so by the one-shot hash. */
export const uuidV5 = (name: string): string => {
  const hex = hash('sha1', Buffer.concat([namespace, Buffer.from(name)]), 'hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
