import type { Language } from '../kernel/language.ts'
import type { Letter } from '../platform/mail/letter.ts'
import type { Factor } from './contract.ts'

export const providerLetter = (firstName: string, provider: string, connected: boolean, url: string): Letter => ({
  subject: `Your ${provider} account was ${connected ? 'connected' : 'disconnected'}`,
  heading: `Hello ${firstName}`,
  paragraphs: [
    connected ? `From now on you can sign in to Vestry with ${provider}.` : `You can no longer sign in to Vestry with ${provider}.`,
    `If this was not you, sign in, ${connected ? `disconnect ${provider}` : 'check the connected accounts'} and change your password at once.`,
  ],
  action: { label: 'View the connected accounts', url },
})

const factorNames: Record<Factor, string> = { authenticator: 'An authenticator app', passkey: 'A passkey' }

export const secondFactorLetter = (firstName: string, factor: Factor, added: boolean, url: string): Letter => ({
  subject: `${factorNames[factor]} was ${added ? 'added to' : 'removed from'} your account`,
  heading: `Hello ${firstName}`,
  paragraphs: [
    `${factorNames[factor]} was ${added ? 'added to' : 'removed from'} your account, as a way to sign in to Vestry.`,
    'If this was not you, sign in, end all other sessions and change your password at once.',
  ],
  action: { label: 'View your sign-in settings', url },
})

export const factorsResetLetter = (firstName: string, admin: string, network: string, url: string): Letter => ({
  subject: 'Your second factor was reset',
  heading: `Hello ${firstName}`,
  paragraphs: [
    `${admin}, an Admin of ${network}, has removed the passkeys, the authenticator app and the recovery codes from your account. You are signed out everywhere.`,
    'Sign in without them, then set up a new passkey or authenticator app. We will e-mail you a code for this.',
    'If you did not ask for this, change your password at once and tell another Admin of the network.',
  ],
  action: { label: 'Set up a new second factor', url },
})

const factorWords: Record<Factor, string> = { authenticator: 'an authenticator app', passkey: 'a passkey' }

type Person = Readonly<{ firstName: string; lastName: string; email: string }>

export const firstFactorLetter = (firstName: string, person: Person, factor: Factor, network: string, url: string): Letter => {
  const name = `${person.firstName} ${person.lastName}`
  return {
    subject: `${name} has set up a second factor`,
    heading: `Hello ${firstName}`,
    paragraphs: [
      `${name} (${person.email}), an Admin of ${network}, has added ${factorWords[factor]} to an account that had no second factor before.`,
      'If you expected this, you do not need to do anything. If not, ask them in person: someone who knows their password could have done it. If it was not them, revoke the access of this account at once.',
    ],
    action: { label: 'See who has access', url },
  }
}

export const factorCodeLetter = (firstName: string, code: string, url: string): Letter => ({
  subject: 'Your code for a new passkey or authenticator app',
  heading: `Hello ${firstName}`,
  paragraphs: [
    `Your code is ${code}. Enter it in the browser where you are signed in. It works for 15 minutes.`,
    'If you did not ask for this code, someone knows your password: change it now. Without this code they cannot add a way to sign in.',
  ],
  action: { label: 'View your sign-in settings', url },
})

const signInCodeWords = {
  en: {
    subject: (code: string) => `${code} is your sign-in code`,
    heading: (name: string | null) => (name === null ? 'Hello' : `Hello ${name}`),
    text: (code: string) => `Your code is ${code}. Enter it in the browser where you asked for it. It works for 15 minutes.`,
    closing: 'If you did not ask for it, you do not need to do anything. Do not tell anyone the code: we never ask for it by e-mail or phone.',
  },
  es: {
    subject: (code: string) => `${code} es su código para iniciar sesión`,
    heading: (name: string | null) => (name === null ? 'Hola' : `Hola, ${name}`),
    text: (code: string) => `Su código es ${code}. Escríbalo en el navegador en el que lo pidió. Es válido durante 15 minutos.`,
    closing: 'Si usted no lo pidió, no tiene que hacer nada. No le diga el código a nadie: nunca lo pedimos por correo electrónico ni por teléfono.',
  },
}

/** `firstName`: null for an address without an account. */
export const signInCodeLetter = (language: Language, firstName: string | null, code: string): Letter => {
  const t = signInCodeWords[language]
  return { language, subject: t.subject(code), heading: t.heading(firstName), paragraphs: [t.text(code)], closing: t.closing }
}
