import type { Lang } from '../view.ts'

const en = {
  goesTo: (addresses: string, later: boolean) =>
    later ? `We will send the receipt to ${addresses} once your bank has sent the money.` : `We will send the receipt to ${addresses}.`,
  address: 'E-mail address for the receipt (optional)',
  another: 'Another e-mail address for the receipt (optional)',
  onlyForThis: 'We use it only to send the receipt of this payment.',
  invalid: 'Please enter a valid e-mail address, or leave it empty.',
}

/** Texts about the receipt, in the same chunk as the form. */
export const receiptWords: Record<Lang, typeof en> = {
  en,
  es: {
    goesTo: (addresses, later) =>
      later ? `Enviaremos el recibo a ${addresses} cuando su banco haya enviado el dinero.` : `Enviaremos el recibo a ${addresses}.`,
    address: 'Correo electrónico para el recibo (opcional)',
    another: 'Otro correo electrónico para el recibo (opcional)',
    onlyForThis: 'Solo lo usamos para enviar el recibo de este pago.',
    invalid: 'Escriba una dirección de correo electrónico válida o deje el campo vacío.',
  },
}
