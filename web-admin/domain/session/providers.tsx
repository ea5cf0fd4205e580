const GoogleMark = () => (
  <svg className="lucide" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path fill="#4285F4" d="M23.5 12.27c0-.85-.08-1.67-.22-2.45H12v4.64h6.45a5.52 5.52 0 0 1-2.39 3.62v3h3.87c2.26-2.08 3.57-5.15 3.57-8.81Z" />
    <path
      fill="#34A853"
      d="M12 24c3.24 0 5.96-1.07 7.94-2.91l-3.87-3.01c-1.08.72-2.45 1.15-4.07 1.15-3.13 0-5.78-2.11-6.72-4.96h-4v3.1A12 12 0 0 0 12 24Z"
    />
    <path fill="#FBBC05" d="M5.28 14.27a7.2 7.2 0 0 1 0-4.54v-3.1h-4a12 12 0 0 0 0 10.74l4-3.1Z" />
    <path fill="#EA4335" d="M12 4.77c1.76 0 3.34.61 4.59 1.8l3.43-3.43A11.98 11.98 0 0 0 1.28 6.63l4 3.1C6.22 6.88 8.87 4.77 12 4.77Z" />
  </svg>
)

const FacebookMark = () => (
  <svg className="lucide" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <circle cx="12" cy="12" r="12" fill="#0866FF" />
    <path
      fill="#fff"
      d="m16.67 15.47.53-3.47h-3.33V9.75c0-.95.47-1.88 1.96-1.88h1.51V4.92s-1.37-.24-2.69-.24c-2.74 0-4.53 1.66-4.53 4.67V12H7.08v3.47h3.04V24h3.75v-8.53h2.8Z"
    />
  </svg>
)

/** The sign-in providers (R10). */
export const providers = [
  { path: 'google', name: 'Google', Mark: GoogleMark },
  { path: 'facebook', name: 'Facebook', Mark: FacebookMark },
] as const
export type Provider = (typeof providers)[number]

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
  'already-connected': 'Your account is already connected to a different account at this provider. Sign in with that one, or with your password.',
}

const atConnect: Record<string, string> = {
  ...shared,
  'already-linked': 'That account is already connected to another user.',
  'already-connected': 'Your account is already connected to a different account at this provider. Disconnect it first.',
}

/** A refused sign-in at Google or Facebook returns with a code (R10). */
export const providerProblem = (code: string): string => atLogin[code] ?? 'The sign-in did not succeed. Please try again.'

/** A refused connection returns to the settings with a code. */
export const connectProblem = (code: string): string => atConnect[code] ?? 'The account could not be connected. Please try again.'
