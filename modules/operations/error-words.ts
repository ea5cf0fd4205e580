const LONGEST = 160
const LEFT_OUT = '…'

/** Mail servers say in their own words whom they refuse: of their answers the codes are kept. */
const MAIL_ANSWER = /(?<![\w.])([245]\d\d)(?:[ -]([245]\.\d{1,3}\.\d{1,3}))?(?=[ -]|$).*/
/** What an error quotes is a value that somebody gave. */
const QUOTED = /"[^"]*"?|'[^']*'(?!\w)|`[^`]*`?|“[^”]*”?|<[^>]*>?|\([^)]*\)?|\[[^\]]*\]?|\{[^}]*\}?/g
const SCHEME = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/@\s]*@)?([^/?#\s]*).*$/i
const ADDRESS = /@/

/** Digits with spaces or hyphens between them, as people write telephone numbers. */
const NUMBERS = /\+?\d+(?:[ -]\d+)+/g
const LEAST_DIGITS = 7

/** Words with a large letter that are nobody's name. */
const NOBODYS = new Set(
  `Stripe Postgres PostgreSQL EventStoreDB Vestry JSON TLS SSL API HTTP HTTPS SMTP URL A Access An Cannot Client Command Connection Could Database Error
   Failed Greeting Internal Invalid It Mail Mailbox Message Missing No Not Permission Query Rate Request Response Server Socket Something Stream The
   There These This Timeout Too Unable Unexpected Unknown`.split(/\s+/),
)
/** ECONNREFUSED, SMTP_URL, TypeError, DataError: made by programs. */
const OF_PROGRAMS = /^(?:E[A-Z]{3,}[A-Z0-9_]*|[A-Z]+_[A-Z0-9_]+|(?:[A-Z][a-z]+)*(?:Error|Exception|Timeout))$/
/** A word of an English sentence, or of a program's: without digits, and short enough to be no key. */
const PLAIN = /^[a-z][a-z-]{0,17}(?:'[a-z]{1,2})?$/
/** A count, a code, an address of a machine with its port. */
const FIGURE = /^(?:\d{1,6}(?:ms|s)?|\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|\d\.\d{1,3}\.\d{1,3})$/
const HOST = /^(?:[a-z0-9][a-z0-9-]{0,62}\.){2,}[a-z]{2,24}(?::\d{1,5})?$/

const isKept = (word: string): boolean => NOBODYS.has(word) || [PLAIN, FIGURE, HOST, OF_PROGRAMS].some((kind) => kind.test(word))

const wordOf = (text: string): string => {
  if (ADDRESS.test(text) && !SCHEME.test(text)) return LEFT_OUT
  const [, scheme, host] = SCHEME.exec(text) ?? []
  if (scheme !== undefined) return `${scheme}${host}`
  const [, before = '', word = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/u.exec(text) ?? []
  return word === '' || isKept(word) ? text : `${before}${LEFT_OUT}${after}`
}

/**
 * What can be told of an error to somebody who may not see whom it is about: its first line, and in that only words of plain English, of programs,
 * and places of machines. Names, addresses, ids and whatever is quoted are left out; what is left out in error costs a look into the process's log.
 */
export const withoutPeople = (error: string): string => {
  const [first = ''] = error.trim().split(/[\r\n\u2028\u2029]/, 1)
  const bare = first
    .slice(0, 1_000)
    .replace(MAIL_ANSWER, (_, code: string, enhanced?: string) => [code, enhanced].filter(Boolean).join(' '))
    .replace(QUOTED, LEFT_OUT)
    .replace(NUMBERS, (digits) => (digits.replace(/\D/g, '').length < LEAST_DIGITS ? digits : LEFT_OUT))
  const words = bare.split(/\s+/).map(wordOf)
  const told = words.filter((word, i) => word !== LEFT_OUT || words[i - 1] !== LEFT_OUT).join(' ')
  return told.length > LONGEST ? `${told.slice(0, LONGEST - 1).trimEnd()}${LEFT_OUT}` : told
}
