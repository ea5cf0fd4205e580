import type { Language } from '../kernel/language.ts'
import type { Letter } from '../platform/mail/letter.ts'

/** The page that led to the mail: its language, and the network of the bill about to be paid. */
export type OriginWords = Readonly<{ language: Language; network: string | null }>

const en = {
  welcome: (name: string) => `Welcome to Vestry, ${name}`,
  hello: (name: string) => `Hello ${name}`,
  thenPay: (network: string) => `Then you can pay your bill from ${network}.`,
  confirm: {
    subject: 'Confirm your email address',
    text: 'Please confirm that this is your email address. Then you can sign in.',
    button: 'Confirm my email',
    closing: 'The link works for seven days. If you did not register, you can ignore this email.',
  },
  choose: {
    text: 'Your email address was registered more than once, with different passwords, so none of them works. Please choose your password now. This also confirms that this is your email address.',
    button: 'Choose my password',
    closing: 'The link works once, for seven days; links in earlier emails no longer work. If you did not register, you can ignore this email.',
  },
  known: {
    subject: 'You already have an account',
    text: 'Someone just tried to register with your email address. You already have an account, so nothing was changed.',
    button: 'Sign in',
    closing: 'If this was not you, you do not need to do anything.',
  },
  reset: {
    subject: 'Reset your password',
    text: 'Use this link to choose a new password.',
    button: 'Choose a new password',
    closing: 'The link works once, within one hour. If you did not ask for it, you can ignore this email: your password stays the same.',
  },
}

const words: Record<Language, typeof en> = {
  en,
  es: {
    welcome: (name) => `Le damos la bienvenida a Vestry, ${name}`,
    hello: (name) => `Hola, ${name}`,
    thenPay: (network) => `Después podrá pagar su factura de ${network}.`,
    confirm: {
      subject: 'Confirme su correo electrónico',
      text: 'Confirme que esta es su dirección de correo electrónico. Después podrá iniciar sesión.',
      button: 'Confirmar mi correo',
      closing: 'El enlace es válido durante siete días. Si usted no se registró, puede ignorar este mensaje.',
    },
    choose: {
      text: 'Su dirección de correo electrónico se registró más de una vez, con contraseñas distintas, así que ninguna funciona. Elija ahora su contraseña. Así también confirma que esta es su dirección de correo electrónico.',
      button: 'Elegir mi contraseña',
      closing:
        'El enlace es válido una sola vez, durante siete días; los enlaces de mensajes anteriores ya no sirven. Si usted no se registró, puede ignorar este mensaje.',
    },
    known: {
      subject: 'Ya tiene una cuenta',
      text: 'Alguien acaba de intentar registrarse con su dirección de correo electrónico. Usted ya tiene una cuenta, así que no se cambió nada.',
      button: 'Iniciar sesión',
      closing: 'Si no fue usted, no tiene que hacer nada.',
    },
    reset: {
      subject: 'Restablezca su contraseña',
      text: 'Use este enlace para elegir una contraseña nueva.',
      button: 'Elegir una contraseña nueva',
      closing: 'El enlace es válido una sola vez, durante una hora. Si usted no lo pidió, puede ignorar este mensaje: su contraseña no cambia.',
    },
  },
}

const ENGLISH: OriginWords = { language: 'en', network: null }

type Part = Readonly<{ text: string; button: string; closing: string }>
type LetterWords = Part & Readonly<{ subject: string; heading: string }>

const letter = ({ language, network }: OriginWords, { subject, heading, text, button, closing }: LetterWords, url: string): Letter => ({
  language,
  subject,
  heading,
  paragraphs: network === null ? [text] : [text, words[language].thenPay(network)],
  action: { label: button, url },
  closing,
})

export const confirmationLetter = (firstName: string, url: string, origin = ENGLISH): Letter => {
  const t = words[origin.language]
  return letter(origin, { ...t.confirm, heading: t.welcome(firstName) }, url)
}

export const choosePasswordLetter = (firstName: string, url: string, origin = ENGLISH): Letter => {
  const t = words[origin.language]
  return letter(origin, { ...t.choose, subject: t.confirm.subject, heading: t.welcome(firstName) }, url)
}

export const alreadyRegisteredLetter = (firstName: string, url: string, origin = ENGLISH): Letter => {
  const t = words[origin.language]
  return letter(origin, { ...t.known, heading: t.hello(firstName) }, url)
}

export const resetLetter = (firstName: string, url: string, origin = ENGLISH): Letter => {
  const t = words[origin.language]
  return letter(origin, { ...t.reset, heading: t.hello(firstName) }, url)
}
