import type { Words } from './words.ts'

export const es: Words = {
  dear: (name) => `Hola, ${name}:`,
  due: (day) => `vence el ${day}`,
  dueToday: 'vence hoy',
  overdueSince: (day) => `vencida desde el ${day}`,
  captions: { due: (day) => `Vence el ${day}`, open: (bills) => `pendientes en ${bills} facturas`, received: 'recibidos' },
  methods: {
    Credit: 'con tarjeta',
    ACH: 'por transferencia ACH',
    Wire: 'por transferencia bancaria',
    Zelle: 'por Zelle',
    PayPal: 'con PayPal',
    Venmo: 'con Venmo',
    CashApp: 'con Cash App',
    Check: 'con cheque',
  },
  viewAndPay: 'Ver y pagar',
  viewBill: 'Ver su factura',
  viewAll: 'Ver todas',
  bill: {
    subject: (program, amount, day) => `${program}: ${amount}, vence el ${day}`,
    preview: (program, amount, day) => `${amount} por ${program}, vence el ${day}. No necesita una cuenta.`,
    text: (program) => `Esta es su factura por ${program}.`,
    closing: (methods, code) =>
      `No necesita una cuenta. ${methods ? `Puede pagar ${methods}; si` : 'Si'} ya ha pagado, díganoslo allí con «He enviado este pago». El código de esta factura es ${code}.`,
    reason: (address, network) => `Esta factura se envió a ${address} de parte de ${network}.`,
  },
  reminder: {
    subject: (program, when) => `Recordatorio: ${program}, ${when}`,
    subjectOfMany: (total, bills) => `Recordatorio: ${total} en ${bills} facturas`,
    text: (program) => `Su factura por ${program} sigue pendiente.`,
    textOfMany: 'Estas facturas siguen pendientes:',
    closing: 'Si ya ha pagado, muchas gracias: no tiene que hacer nada.',
    reason: (address, network) => `Este recordatorio se envió a ${address} de parte de ${network}.`,
  },
  receipt: {
    subject: (program, amount) => `Recibo: ${amount} por ${program}`,
    text: (program, amount) => `Muchas gracias: hemos recibido ${amount} por ${program}.`,
    stillOpen: (sums, day) => `${sums}; vence el ${day}.`,
    paidInFull: 'Esta factura está pagada por completo.',
    proof: 'Comprobante de que este pago consta en los libros',
  },
  claimReceived: {
    subject: (program) => `Hemos anotado su pago por ${program}`,
    text: (program, amount) => `Nos ha dicho que envió ${amount} por ${program}. Se lo confirmaremos en cuanto llegue.`,
  },
  claimNotReceived: {
    subject: (program) => `No hemos recibido su pago por ${program}`,
    text: (program) => `Nos ha dicho que envió un pago por ${program}, pero no ha llegado.`,
    open: (sums, day) => `${sums}; vence el ${day}.`,
  },
  questions: (contact) => `¿Tiene preguntas? ${contact}`,
  reason: (address, network) => `Este correo se envió a ${address} de parte de ${network}.`,
  stopReminders: (network) => `No recibir más recordatorios de ${network}`,
}
