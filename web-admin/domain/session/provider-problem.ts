const shared: Record<string, string> = {
  'not-configured':
    'This way to sign in is not set up here. The operator of this installation must set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET for Google, or FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET for Facebook.',
  unavailable: 'The provider cannot be reached at the moment. Please try again in a few minutes.',
  'access-denied': 'You cancelled at the provider. Nothing has changed.',
  expired: 'That took too long, or it began in another browser. Please try again.',
}

const atLogin: Record<string, string> = {
  ...shared,
  'email-unverified':
    'The provider does not say that this email address is yours (Facebook never does). Sign in another way first, then connect the account in your settings.',
  'already-connected': 'Your account here is connected to another account there. Please sign in with that one, or with your password.',
}

const atConnect: Record<string, string> = {
  ...shared,
  'already-linked': 'That account is already connected to another user.',
  'already-connected': 'You have connected another account there already. Disconnect it first.',
}

/** A refused sign-in at Google or Facebook returns with a code (R10). */
export const providerProblem = (code: string): string => atLogin[code] ?? 'The sign-in did not succeed. Please try again.'

/** A refused connection returns to the settings with a code. */
export const connectProblem = (code: string): string => atConnect[code] ?? 'The account could not be connected. Please try again.'
