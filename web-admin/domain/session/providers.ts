import { FacebookMark, GoogleMark } from './provider-mark.tsx'

/** The sign-in providers (R10). */
export const providers = [
  { path: 'google', name: 'Google', Mark: GoogleMark },
  { path: 'facebook', name: 'Facebook', Mark: FacebookMark },
] as const
export type Provider = (typeof providers)[number]
