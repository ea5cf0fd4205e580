/**
 * Messages between a site and the framed pay page. The frame announces itself, the site's loader sends it one end of a
 * channel, and all other messages use the channel. A message never proves a payment; only the server's record does
 * (R87).
 */
export const VERSION = 1
export const HERE = 'vestry-pay:here'
export const HELLO = 'vestry-pay:hello'
export type Opening<Type extends string> = { type: Type; v: typeof VERSION }

/**
 * The bill in the frame and its status, which is null if there is no such bill; no personal data. A page without a bill
 * does not send these.
 */
export type About = { bill: string; status: string | null }
export type FromFrame =
  | ({ type: 'ready' | 'pending' | 'paid' } & About)
  /** The page's height in CSS pixels. */
  | { type: 'resize'; height: number }
  /** True while a bank's authentication needs more space than the frame has. */
  | { type: 'expand'; open: boolean }

const isObject = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null

export const opens = <Type extends string>(type: Type, data: unknown): data is Opening<Type> =>
  isObject(data) && data.type === type && data.v === VERSION

/** Other messages are ignored. */
export const isFromFrame = (data: unknown): data is FromFrame => {
  if (!isObject(data)) return false
  const { type, bill, status, height, open } = data
  if (type === 'resize') return typeof height === 'number' && height > 0 && height < 1e5
  if (type === 'expand') return typeof open === 'boolean'
  return (type === 'ready' || type === 'pending' || type === 'paid') && typeof bill === 'string' && (status === null || typeof status === 'string')
}
