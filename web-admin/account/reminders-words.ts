import type { Language } from '../../modules/kernel/language.ts'

const en = {
  title: 'Reminders',
  opening: 'Opening...',
  invalid: 'This link is not valid. Please use the one in your mail.',
  notOpened: 'This page could not be loaded. Please try again later.',
  offline: 'Network error. Please check your connection and try again.',
  tryAgain: 'Try Again',
  text: (network: string) => `Reminders of ${network} come by mail before and after a bill is due.`,
  stop: 'Stop Reminders',
  stopping: 'Stopping...',
  stopped: 'No more reminders come to you.',
  stillBills: 'Your bills and receipts still do.',
  again: 'Send Reminders Again',
  comeAgain: 'Reminders come to you again.',
  failed: 'Nothing was changed. Please try again later.',
  connectionLost: 'Nothing was changed. Please check your connection and try again.',
}

/** A payor reads this page, so it is in the network's language. */
export const remindersWords: Record<Language, typeof en> = {
  en,
  es: {
    title: 'Recordatorios',
    opening: 'Abriendo...',
    invalid: 'Este enlace no es válido. Use el de su correo.',
    notOpened: 'No se pudo cargar esta página. Inténtelo de nuevo más tarde.',
    offline: 'Error de red. Compruebe su conexión e inténtelo de nuevo.',
    tryAgain: 'Reintentar',
    text: (network) => `Los recordatorios de ${network} llegan por correo antes y después del vencimiento de una factura.`,
    stop: 'No recibir más recordatorios',
    stopping: 'Un momento...',
    stopped: 'Ya no recibirá más recordatorios.',
    stillBills: 'Sus facturas y recibos seguirán llegando.',
    again: 'Recibir recordatorios de nuevo',
    comeAgain: 'Volverá a recibir recordatorios.',
    failed: 'No se ha cambiado nada. Inténtelo de nuevo más tarde.',
    connectionLost: 'No se ha cambiado nada. Compruebe su conexión e inténtelo de nuevo.',
  },
}
