const problems: Record<string, string> = {
  'email-unverified': 'Your email address is not verified there. Please verify it first, or sign in with your password.',
  'email-unconfirmed': 'An account with this email exists but is not confirmed yet. Please confirm your email first.',
  'not-linked': 'Please sign in with your password first, then connect the account in your settings.',
  'not-configured': 'This way to sign in is not available at the moment.',
  'access-denied': 'The sign-in was cancelled.',
  access_denied: 'The sign-in was cancelled.',
  'already-linked': 'That account is already connected to another user.',
}

/** A refused sign-in at Google or Facebook comes back with a code (decision 38). */
export const providerProblem = (code: string): string => problems[code] ?? 'The sign-in did not succeed. Please try again.'
