/**
 * What a site and the frame of the pay page say to each other. The frame says that it is there, the site's loader hands it one end of a channel,
 * and all else goes through that. None of it proves a payment: what counts is what the server records (R87).
 */
export const VERSION = 1
export const HERE = 'vestry-pay:here'
export const HELLO = 'vestry-pay:hello'
export type Opening<Type extends string> = { type: Type; v: typeof VERSION }

/** Which bill, and its status as the frame shows it; null: there is no such bill. Nothing personal. A page that is no bill's names none. */
export type About = { bill: string; status: string | null }
export type FromFrame =
  | ({ type: 'ready' | 'pending' | 'paid' } & About)
  /** The height of the page in CSS pixels. */
  | { type: 'resize'; height: number }
  /** A bank asks for more than the frame has room for; it does no longer. */
  | { type: 'expand'; open: boolean }

const isObject = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null

export const opens = <Type extends string>(type: Type, data: unknown): data is Opening<Type> =>
  isObject(data) && data.type === type && data.v === VERSION

/** Whatever is not as above is passed over. */
export const isFromFrame = (data: unknown): data is FromFrame => {
  if (!isObject(data)) return false
  const { type, bill, status, height, open } = data
  if (type === 'resize') return typeof height === 'number' && height > 0 && height < 1e5
  if (type === 'expand') return typeof open === 'boolean'
  return (type === 'ready' || type === 'pending' || type === 'paid') && typeof bill === 'string' && (status === null || typeof status === 'string')
}
