/** A web address with or without scheme: letters follow the last dot of a host name, without a space. */
const LINK = /https?:|www\.|[\p{L}\p{N}-]+\.\p{L}{2,}(?![\p{L}\p{N}])/iu

export const NO_LINKS = 'Leave web addresses out, and put a space after each full stop: payors read this text'

/** Texts that are mailed to payors or printed for them hold no links (R94). */
export const hasNoLink = (text: string): boolean => !LINK.test(text.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, ''))
