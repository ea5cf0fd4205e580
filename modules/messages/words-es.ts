import { inMailEs, paidByEs } from '../shared/method-words-es.ts'
import { changesEs } from './change-words.ts'
import type { Words } from './words.ts'

export const es: Words = {
  dear: (name) => `Hola, ${name}:`,
  due: (day) => `vence el ${day}`,
  dueToday: 'vence hoy',
  overdueSince: (day, days) => `vencida desde el ${day} (${days === 1 ? '1 día' : `${days} días`})`,
  captions: { open: (bills) => `Pendientes en ${bills} facturas`, received: 'Recibidos', sent: 'Enviados, todavía sin confirmar' },
  methods: inMailEs,
  paidBy: paidByEs,
  severalBills: (bills) => `${bills} facturas`,
  viewAndPay: 'Ver y pagar',
  viewBill: 'Ver su factura',
  payTogether: 'Pagar todas juntas',
  bill: {
    subject: (program, amount, when) => `${program}: ${amount}, ${when}`,
    preview: (program, amount, when) => `${amount} por ${program}, ${when}. No necesita una cuenta.`,
    text: (program) => `Esta es su factura por ${program}.`,
    closing: (methods, code) => `No necesita una cuenta. ${methods ? `Puede pagar ${methods}. ` : ''}El código de esta factura es ${code}.`,
    alreadySent: 'Si ya envió el dinero, abra la factura y marque «Ya envié este pago».',
    reason: (address, network) => `Esta factura se envió a ${address} de parte de ${network}.`,
  },
  reminder: {
    subject: (program, when) => `Recordatorio: ${program}, ${when}`,
    subjectOfMany: (total, bills) => `Recordatorio: ${total} en ${bills} facturas`,
    text: (program) => `Su factura por ${program} sigue pendiente.`,
    textOfMany: 'Estas facturas siguen pendientes:',
    closing: 'Si ya pagó, muchas gracias. No tiene que hacer nada.',
    alreadySent: '¿Ya lo envió? ¡Gracias! Abra la factura y marque «Ya envié este pago», para que el tesorero pueda buscarlo.',
    alreadySentSome:
      '¿Ya envió alguno de estos pagos? ¡Gracias! Abra esa factura y marque «Ya envié este pago», para que el tesorero pueda buscarlo.',
    reason: (address, network) => `Este recordatorio se envió a ${address} de parte de ${network}.`,
  },
  receipt: {
    subject: (program, amount) => `Recibo: ${amount} por ${program}`,
    text: (program, amount) => `Muchas gracias: recibimos ${amount} por ${program}.`,
    stillOpen: (sums, when, next) => (next ? `${sums}. ${next}.` : `${sums}; ${when}.`),
    paidInFull: 'Esta factura está pagada por completo.',
    number: 'Número de recibo',
    day: 'Fecha',
    method: 'Forma de pago',
    reference: 'Referencia',
    bill: 'Factura',
    payor: 'Recibido de',
    view: 'Ver su recibo',
    proof: 'Prueba de que este pago está en los libros',
    hello: 'Hola:',
    reason: (address, network) =>
      `Este recibo se envió a ${address} de parte de ${network}, porque la dirección se indicó al pagar. No la usamos para nada más.`,
  },
  claimReceived: {
    subject: (program) => `Usted marcó como enviado su pago por ${program}`,
    text: (program) => `Nos dijo que envió su pago por ${program}. Lo confirmaremos en cuanto llegue.`,
    mistake: 'Si al final no lo envió, use el enlace de abajo y la factura volverá a estar pendiente.',
    takeBack: 'No lo envié',
  },
  claimNotReceived: {
    subject: (program) => `No recibimos el pago por ${program}`,
    text: (program) => `Nos dijeron que se envió un pago por ${program}, pero no ha llegado.`,
    askBank: 'Si lo envió, consulte a su banco o revise su aplicación de pago, o responda a este correo y díganos cuándo y cómo lo envió.',
  },
  changes: changesEs,
  questions: (contact) => `¿Tiene preguntas? ${contact}`,
  reason: (address, network) => `Este correo se envió a ${address} de parte de ${network}.`,
  stopReminders: (network) => `No recibir más recordatorios de ${network}`,
}
