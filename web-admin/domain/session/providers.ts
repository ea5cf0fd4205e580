import { FacebookMark, GoogleMark } from './provider-mark.tsx'

/** The providers of sign-in (R14): the path of its calls, its name and its mark. */
export const providers = [
  { path: 'google', name: 'Google', Mark: GoogleMark },
  { path: 'facebook', name: 'Facebook', Mark: FacebookMark },
] as const
export type Provider = (typeof providers)[number]
