import type { ChangeKind } from './values.ts'

/** The texts of mails about changes of a payor's position. Amounts and days are formatted already. */
export const changesEn = {
  'debit-returned': {
    subject: (program: string) => `Your bank debit for ${program} was returned`,
    text: (program: string, amount: string) => `Your bank has returned the bank debit of ${amount} for ${program}: the money has not reached us.`,
    caption: 'Returned by your bank',
  },
  refunded: {
    subject: (program: string, amount: string) => `${amount} paid back for ${program}`,
    text: (program: string, amount: string) =>
      `We have paid back ${amount} of your payment for ${program}. It goes back the way it came and can take up to ten days to arrive.`,
    caption: 'Paid back',
  },
  'credit-refunded': {
    subject: (program: string, amount: string) => `${amount} paid back for ${program}`,
    text: (program: string, amount: string) => `We have paid back ${amount} of your credit from ${program}.`,
    caption: 'Paid back',
  },
  'refund-failed': {
    subject: (program: string, amount: string) => `The refund of ${amount} for ${program} did not arrive`,
    text: (program: string, amount: string) =>
      `The ${amount} that we paid back for ${program} did not reach you, and has come back to us. Please tell us how we can send it to you.`,
    caption: 'Came back to us',
  },
  reversed: {
    subject: (program: string, amount: string) => `A payment of ${amount} for ${program} was taken back`,
    text: (program: string, amount: string) =>
      `The payment of ${amount} that was recorded for ${program} no longer counts: it was recorded by mistake, or the money did not arrive after all. If you think that this is wrong, please ask us.`,
    caption: 'No longer counts',
  },
  disputed: {
    subject: (program: string, amount: string) => `Your bank has taken back ${amount} for ${program}`,
    text: (program: string, amount: string) =>
      `Your bank has taken back ${amount} that was paid for ${program}. Until this is decided, it does not count for your bill. If you did not ask your bank for this, please talk to your bank or to us.`,
    caption: 'Taken back by your bank',
  },
  'dispute-won': {
    subject: (program: string, amount: string) => `Your payment of ${amount} for ${program} counts again`,
    text: (program: string, amount: string) =>
      `Your bank had taken back ${amount} that was paid for ${program}. It has been decided that the payment stands, so it counts again.`,
    caption: 'Counts again',
  },
  'dispute-lost': {
    subject: (program: string, amount: string) => `Your bank keeps the ${amount} that was paid for ${program}`,
    text: (program: string, amount: string) =>
      `Your bank has taken back ${amount} that was paid for ${program}, and its decision is final. That payment no longer counts.`,
    caption: 'Taken back by your bank',
  },
  'amount-changed': {
    subject: (program: string, amount: string) => `${program}: the amount is now ${amount}`,
    text: (program: string, amount: string, before: string) => `The amount of your bill for ${program} has changed from ${before} to ${amount}.`,
    caption: (before: string) => `New amount, instead of ${before}`,
  },
  waived: {
    subject: (program: string) => `${program}: nothing is due any more`,
    text: (program: string, amount: string) =>
      `Your bill for ${program} is closed. The ${amount} that was open is waived: you need not pay anything for it.`,
    caption: 'Waived',
  },
  'credit-used': {
    subject: (program: string, amount: string) => `${amount} of your credit now pays for ${program}`,
    text: (program: string, amount: string) => `We have used ${amount} of your credit for your bill for ${program}.`,
    caption: 'From your credit',
  },
  'credit-taken-back': {
    subject: (program: string, amount: string) => `${amount} of credit no longer pays for ${program}`,
    text: (program: string, amount: string) => `The ${amount} of your credit that was used for ${program} is your credit again.`,
    caption: 'Your credit again',
  },
  openNow: (amount: string, when: string) => `Open on this bill now: ${amount}, ${when}.`,
  nothingOpen: 'Nothing is open on this bill.',
  keptAsCredit: (amount: string) =>
    `${amount} of what you have paid is more than this bill needs. We keep it as your credit: it can pay for another of your bills or be paid back to you. Please ask us.`,
  payAgain: 'Pay again',
} satisfies Readonly<Record<ChangeKind, object>> & Readonly<Record<string, unknown>>
export type ChangeWords = typeof changesEn

export const changesEs: ChangeWords = {
  'debit-returned': {
    subject: (program) => `Su débito bancario por ${program} fue devuelto`,
    text: (program, amount) => `Su banco ha devuelto el débito bancario de ${amount} por ${program}: el dinero no nos ha llegado.`,
    caption: 'Devuelto por su banco',
  },
  refunded: {
    subject: (program, amount) => `Reembolso de ${amount} por ${program}`,
    text: (program, amount) =>
      `Le hemos reembolsado ${amount} de su pago por ${program}. El dinero vuelve por la misma vía y puede tardar hasta diez días en llegar.`,
    caption: 'Reembolsados',
  },
  'credit-refunded': {
    subject: (program, amount) => `Reembolso de ${amount} por ${program}`,
    text: (program, amount) => `Le hemos reembolsado ${amount} de su saldo a favor de ${program}.`,
    caption: 'Reembolsados',
  },
  'refund-failed': {
    subject: (program, amount) => `El reembolso de ${amount} por ${program} no llegó`,
    text: (program, amount) =>
      `Los ${amount} que le reembolsamos por ${program} no le llegaron y han vuelto a nosotros. Díganos cómo podemos enviárselos.`,
    caption: 'Han vuelto a nosotros',
  },
  reversed: {
    subject: (program, amount) => `Se anuló un pago de ${amount} por ${program}`,
    text: (program, amount) =>
      `El pago de ${amount} que se había anotado por ${program} ya no cuenta: se anotó por error, o el dinero al final no llegó. Si cree que no es correcto, pregúntenos.`,
    caption: 'Ya no cuentan',
  },
  disputed: {
    subject: (program, amount) => `Su banco ha retirado ${amount} de ${program}`,
    text: (program, amount) =>
      `Su banco ha retirado ${amount} que se habían pagado por ${program}. Hasta que se decida, no cuentan para su factura. Si usted no lo ha pedido a su banco, hable con su banco o con nosotros.`,
    caption: 'Retirados por su banco',
  },
  'dispute-won': {
    subject: (program, amount) => `Su pago de ${amount} por ${program} vuelve a contar`,
    text: (program, amount) =>
      `Su banco había retirado ${amount} que se habían pagado por ${program}. Se ha decidido que el pago es válido, así que vuelve a contar.`,
    caption: 'Vuelven a contar',
  },
  'dispute-lost': {
    subject: (program, amount) => `Su banco se queda con los ${amount} pagados por ${program}`,
    text: (program, amount) =>
      `Su banco ha retirado ${amount} que se habían pagado por ${program}, y su decisión es definitiva. Ese pago ya no cuenta.`,
    caption: 'Retirados por su banco',
  },
  'amount-changed': {
    subject: (program, amount) => `${program}: el importe es ahora de ${amount}`,
    text: (program, amount, before) => `El importe de su factura por ${program} ha cambiado de ${before} a ${amount}.`,
    caption: (before) => `Nuevo importe, en lugar de ${before}`,
  },
  waived: {
    subject: (program) => `${program}: ya no debe nada`,
    text: (program, amount) =>
      `Su factura por ${program} está cerrada. Los ${amount} pendientes quedan condonados: no tiene que pagar nada por ella.`,
    caption: 'Condonados',
  },
  'credit-used': {
    subject: (program, amount) => `${amount} de su saldo a favor pagan ahora ${program}`,
    text: (program, amount) => `Hemos usado ${amount} de su saldo a favor para su factura por ${program}.`,
    caption: 'De su saldo a favor',
  },
  'credit-taken-back': {
    subject: (program, amount) => `${amount} de su saldo a favor ya no pagan ${program}`,
    text: (program, amount) => `Los ${amount} de su saldo a favor que se usaron para ${program} vuelven a ser su saldo a favor.`,
    caption: 'De nuevo su saldo a favor',
  },
  openNow: (amount, when) => `Pendientes ahora en esta factura: ${amount}, ${when}.`,
  nothingOpen: 'No queda nada pendiente en esta factura.',
  keptAsCredit: (amount) =>
    `${amount} de lo que ha pagado superan lo que esta factura necesita. Los guardamos como su saldo a favor: pueden pagar otra de sus facturas o serle reembolsados. Pregúntenos.`,
  payAgain: 'Pagar de nuevo',
}
