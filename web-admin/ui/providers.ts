import { FacebookMark, GoogleMark } from './provider-mark.tsx'

/** Whom one can sign in with (spec §2.3): the path of its calls, its name and its mark. */
export const providers = [
  { path: 'google', name: 'Google', Mark: GoogleMark },
  { path: 'facebook', name: 'Facebook', Mark: FacebookMark },
] as const
export type Provider = (typeof providers)[number]
