/** An e-mail address as forms take it, on pages and by calls; zod's own pattern, which pages use without zod. */
export const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
export const LONGEST_EMAIL = 254

/** 'r****@example.org': whose it is, to somebody who knows it. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1****')
