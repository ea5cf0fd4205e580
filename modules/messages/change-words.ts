import type { ChangeKind } from './values.ts'

/** The texts of mails about changes of what a payor owes or has paid. Amounts and days are passed in as text. */
export const changesEn = {
  'debit-returned': {
    subject: (program: string) => `Your bank debit for ${program} was returned`,
    text: (program: string, amount: string) => `Your bank returned the bank debit of ${amount} for ${program}, so we did not receive the money.`,
    caption: 'Returned by your bank',
  },
  refunded: {
    subject: (program: string, amount: string) => `${amount} refunded for ${program}`,
    text: (program: string, amount: string) =>
      `We have refunded ${amount} of your payment for ${program}. The money goes back to the card or account that was charged, which can take up to ten days.`,
    caption: 'Refunded',
  },
  'credit-refunded': {
    subject: (program: string, amount: string) => `${amount} refunded for ${program}`,
    text: (program: string, amount: string) => `We have refunded ${amount} of your credit from ${program}.`,
    caption: 'Refunded',
  },
  'refund-failed': {
    subject: (program: string, amount: string) => `The refund of ${amount} for ${program} did not arrive`,
    text: (program: string, amount: string) =>
      `The ${amount} that we refunded for ${program} did not reach you and came back to us. Please tell us how we can send it to you.`,
    caption: 'Returned to us',
  },
  reversed: {
    subject: (program: string, amount: string) => `A payment of ${amount} for ${program} was reversed`,
    text: (program: string, amount: string) =>
      `We have reversed the payment of ${amount} that was recorded for ${program}, because it was recorded by mistake or the money did not arrive. If you think that this is wrong, please contact us.`,
    caption: 'Reversed',
  },
  disputed: {
    subject: (program: string, amount: string) => `Your bank has taken back ${amount} for ${program}`,
    text: (program: string, amount: string) =>
      `Your bank has taken back ${amount} that was paid for ${program}. Until the dispute is decided, it does not count toward your bill. If you did not ask your bank for this, please contact your bank or us.`,
    caption: 'Taken back by your bank',
  },
  'dispute-won': {
    subject: (program: string, amount: string) => `Your payment of ${amount} for ${program} counts again`,
    text: (program: string, amount: string) =>
      `Your bank had taken back ${amount} that was paid for ${program}. The dispute was decided in our favor, so the payment counts toward your bill again.`,
    caption: 'Counts again',
  },
  'dispute-lost': {
    subject: (program: string, amount: string) => `Your payment of ${amount} for ${program} no longer counts`,
    text: (program: string, amount: string) =>
      `Your bank has taken back ${amount} that was paid for ${program}, and its decision is final. The payment no longer counts toward your bill.`,
    caption: 'Taken back by your bank',
  },
  'amount-changed': {
    subject: (program: string, amount: string) => `${program}: the amount is now ${amount}`,
    text: (program: string, amount: string, before: string) => `The amount of your bill for ${program} has changed from ${before} to ${amount}.`,
    caption: (before: string) => `New amount, instead of ${before}`,
  },
  waived: {
    subject: (program: string) => `${program}: you no longer owe anything`,
    text: (program: string, amount: string) => `We have closed your bill for ${program} and waived the open ${amount}. You do not need to pay it.`,
    caption: 'Waived',
  },
  'credit-used': {
    subject: (program: string, amount: string) => `We used ${amount} of your credit for ${program}`,
    text: (program: string, amount: string) => `We have used ${amount} of your credit for your bill for ${program}.`,
    caption: 'From your credit',
  },
  'credit-taken-back': {
    subject: (program: string, amount: string) => `We no longer use ${amount} of your credit for ${program}`,
    text: (program: string, amount: string) => `The ${amount} of your credit that we had used for ${program} is available as credit again.`,
    caption: 'Returned to your credit',
  },
  openNow: (amount: string, when: string, next?: string) => `The balance of this bill is now ${amount}${next ? `. ${next}` : `, ${when}`}.`,
  nothingOpen: 'You owe nothing more on this bill.',
  keptAsCredit: (amount: string) =>
    `You have paid ${amount} more than this bill requires. We keep it as your credit. Please ask us to use it for another bill or to refund it to you.`,
  payAgain: 'Pay again',
} satisfies Readonly<Record<ChangeKind, object>> & Readonly<Record<string, unknown>>
export type ChangeWords = typeof changesEn

export const changesEs: ChangeWords = {
  'debit-returned': {
    subject: (program) => `Su débito bancario por ${program} fue devuelto`,
    text: (program, amount) => `Su banco devolvió el débito bancario de ${amount} por ${program}, así que no recibimos el dinero.`,
    caption: 'Devuelto por su banco',
  },
  refunded: {
    subject: (program, amount) => `Reembolso de ${amount} por ${program}`,
    text: (program, amount) =>
      `Le reembolsamos ${amount} de su pago por ${program}. El dinero vuelve a la tarjeta o cuenta con la que se pagó y puede tardar hasta diez días en llegar.`,
    caption: 'Reembolsados',
  },
  'credit-refunded': {
    subject: (program, amount) => `Reembolso de ${amount} por ${program}`,
    text: (program, amount) => `Le reembolsamos ${amount} de su saldo a favor de ${program}.`,
    caption: 'Reembolsados',
  },
  'refund-failed': {
    subject: (program, amount) => `El reembolso de ${amount} por ${program} no llegó`,
    text: (program, amount) =>
      `Los ${amount} que le reembolsamos por ${program} no le llegaron y nos fueron devueltos. Díganos cómo podemos enviárselos.`,
    caption: 'Nos fueron devueltos',
  },
  reversed: {
    subject: (program, amount) => `Se anuló un pago de ${amount} por ${program}`,
    text: (program, amount) =>
      `Anulamos el pago de ${amount} que estaba registrado por ${program}, porque se registró por error o el dinero no llegó. Si cree que no es correcto, comuníquese con nosotros.`,
    caption: 'Anulados',
  },
  disputed: {
    subject: (program, amount) => `Su banco retiró ${amount} pagados por ${program}`,
    text: (program, amount) =>
      `Su banco retiró ${amount} que se habían pagado por ${program}. Hasta que se resuelva la disputa, no cuentan para su factura. Si usted no se lo pidió a su banco, comuníquese con su banco o con nosotros.`,
    caption: 'Retirados por su banco',
  },
  'dispute-won': {
    subject: (program, amount) => `Su pago de ${amount} por ${program} vuelve a contar`,
    text: (program, amount) =>
      `Su banco había retirado ${amount} que se habían pagado por ${program}. La disputa se resolvió a nuestro favor, así que el pago vuelve a contar para su factura.`,
    caption: 'Vuelven a contar',
  },
  'dispute-lost': {
    subject: (program, amount) => `Su pago de ${amount} por ${program} ya no cuenta`,
    text: (program, amount) =>
      `Su banco retiró ${amount} que se habían pagado por ${program}, y su decisión es definitiva. El pago ya no cuenta para su factura.`,
    caption: 'Retirados por su banco',
  },
  'amount-changed': {
    subject: (program, amount) => `${program}: el monto ahora es de ${amount}`,
    text: (program, amount, before) => `El monto de su factura por ${program} cambió de ${before} a ${amount}.`,
    caption: (before) => `Nuevo monto, en lugar de ${before}`,
  },
  waived: {
    subject: (program) => `${program}: ya no debe nada`,
    text: (program, amount) => `Cerramos su factura por ${program} y condonamos los ${amount} pendientes. No tiene que pagarlos.`,
    caption: 'Condonados',
  },
  'credit-used': {
    subject: (program, amount) => `Usamos ${amount} de su saldo a favor para ${program}`,
    text: (program, amount) => `Usamos ${amount} de su saldo a favor para su factura por ${program}.`,
    caption: 'De su saldo a favor',
  },
  'credit-taken-back': {
    subject: (program, amount) => `Ya no usamos ${amount} de su saldo a favor para ${program}`,
    text: (program, amount) => `Los ${amount} de su saldo a favor que habíamos usado para ${program} vuelven a estar disponibles como saldo a favor.`,
    caption: 'De nuevo en su saldo a favor',
  },
  openNow: (amount, when, next) => `El saldo de esta factura es ahora de ${amount}${next ? `. ${next}` : `; ${when}`}.`,
  nothingOpen: 'Ya no debe nada de esta factura.',
  keptAsCredit: (amount) =>
    `Usted pagó ${amount} más de lo que corresponde a esta factura. Quedan como su saldo a favor. Pídanos que los usemos para otra factura o que se los reembolsemos.`,
  payAgain: 'Pagar de nuevo',
}
