/** An e-mail address in forms and calls: zod's own pattern, for pages without zod. */
export const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
export const LONGEST_EMAIL = 254

/** Masks an address so that only its owner recognises it: 'r****@example.org'. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1****')
