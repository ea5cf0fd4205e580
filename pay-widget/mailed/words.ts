import type { Lang } from '../pay/view.ts'

const en = {
  invalid: 'This link is not valid. Please use the one in your e-mail.',
  slowDown: 'Too many attempts',
  slowDownHint: 'Please wait a moment and try again.',
}

export const mailedWords: Record<Lang, typeof en> = {
  en,
  es: {
    invalid: 'Este enlace no es válido. Use el que está en su correo electrónico.',
    slowDown: 'Demasiados intentos',
    slowDownHint: 'Espere un momento e inténtelo de nuevo.',
  },
}
