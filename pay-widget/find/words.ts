import type { Lang } from '../pay/view.ts'

const en = {
  title: 'Find my bill',
  hint: 'Enter the e-mail address that your bills come to. We mail you a link to those that are open.',
  email: 'E-mail address',
  send: 'E-mail me a link',
  invalid: 'Please enter a valid email address',
  asked: "If we find bills, we've e-mailed a link",
  askedHint: 'The link works once, within 30 minutes. If no mail comes, look into your spam folder, or try the address that you gave your treasurer.',
  askAgain: 'Ask for a new link',
  yourBills: 'Your open bills',
  linkHint: 'This link works once: the button shows the bills that are open for your e-mail address.',
  show: 'Show my bills',
  listHint: 'This list is shown once. Each bill has a link of its own, which goes on working.',
  first: (shown: number, total: number) => `These are the first ${shown} of ${total} open bills.`,
  amountOpen: 'Amount open',
  view: 'View and pay',
  nothing: 'Nothing is open',
  nothingHint: 'No bill of your e-mail address is open any more.',
  over: 'This link does not work any more',
  overHint: 'A link works once, within 30 minutes. You can ask for a new one.',
  unknown: 'Network not found',
  unknownHint: 'Check that the address is complete, or ask whoever gave it to you.',
  slowDown: 'Too many attempts',
  slowDownHint: 'Please wait a moment and try again.',
}
type FindWords = typeof en

const es: FindWords = {
  title: 'Buscar mi factura',
  hint: 'Escriba la dirección de correo a la que llegan sus facturas. Le enviaremos un enlace a las que están pendientes.',
  email: 'Correo electrónico',
  send: 'Enviarme un enlace',
  invalid: 'Escriba una dirección de correo válida',
  asked: 'Si encontramos facturas, le hemos enviado un enlace por correo',
  askedHint:
    'El enlace funciona una vez, durante 30 minutos. Si no llega ningún correo, mire en la carpeta de correo no deseado o pruebe la dirección que dio a su tesorero.',
  askAgain: 'Pedir un enlace nuevo',
  yourBills: 'Sus facturas pendientes',
  linkHint: 'Este enlace funciona una vez: el botón muestra las facturas pendientes de su dirección de correo.',
  show: 'Mostrar mis facturas',
  listHint: 'Esta lista se muestra una vez. Cada factura tiene su propio enlace, que sigue funcionando.',
  first: (shown, total) => `Estas son las primeras ${shown} de ${total} facturas pendientes.`,
  amountOpen: 'Importe pendiente',
  view: 'Ver y pagar',
  nothing: 'No hay nada pendiente',
  nothingHint: 'Ya no hay ninguna factura pendiente de su dirección de correo.',
  over: 'Este enlace ya no funciona',
  overHint: 'Un enlace funciona una vez, durante 30 minutos. Puede pedir uno nuevo.',
  unknown: 'Red no encontrada',
  unknownHint: 'Compruebe que la dirección esté completa o pregunte a quien se la dio.',
  slowDown: 'Demasiados intentos',
  slowDownHint: 'Espere un momento e inténtelo de nuevo.',
}

/** What the pages at /find say. The server alone draws them, so both languages are at hand. */
export const findWords: Record<Lang, FindWords> = { en, es }
