import type { Lang } from '../pay/view.ts'

const en = {
  title: 'Reminders',
  text: (network: string) => `${network} e-mails you reminders before and after a bill is due.`,
  stop: 'Stop Reminders',
  stopped: 'You will no longer get reminders.',
  stillBills: 'You will still get your bills and receipts.',
  again: 'Send Reminders Again',
  comeAgain: 'You will get reminders again.',
  yourBills: 'Your bills',
  signInHint: 'To see all your bills, sign in with the e-mail address that they come to.',
  signIn: 'Sign in',
}

export const remindersWords: Record<Lang, typeof en> = {
  en,
  es: {
    title: 'Recordatorios',
    text: (network) => `${network} le envía recordatorios por correo electrónico antes y después del vencimiento de una factura.`,
    stop: 'No recibir más recordatorios',
    stopped: 'Ya no recibirá más recordatorios.',
    stillBills: 'Seguirá recibiendo sus facturas y recibos.',
    again: 'Recibir recordatorios de nuevo',
    comeAgain: 'Volverá a recibir recordatorios.',
    yourBills: 'Sus facturas',
    signInHint: 'Para ver todas sus facturas, inicie sesión con la dirección de correo electrónico a la que le llegan.',
    signIn: 'Iniciar sesión',
  },
}
