import { inMailEs, paidByEs } from '../shared/method-words-es.ts'
import { changesEs } from './change-words.ts'
import type { Words } from './words.ts'

export const es: Words = {
  dear: (name) => `Hola, ${name}:`,
  due: (day) => `vence el ${day}`,
  dueToday: 'vence hoy',
  overdueSince: (day, days) => `vencida desde el ${day} (${days === 1 ? '1 día' : `${days} días`})`,
  captions: { open: (bills) => `Pendientes en ${bills} facturas`, received: 'Recibidos', sent: 'Enviados, aún sin confirmar' },
  methods: inMailEs,
  paidBy: paidByEs,
  viewAndPay: 'Ver y pagar',
  viewBill: 'Ver su factura',
  viewAll: 'Ver todas',
  bill: {
    subject: (program, amount, when) => `${program}: ${amount}, ${when}`,
    preview: (program, amount, when) => `${amount} por ${program}, ${when}. No necesita una cuenta.`,
    text: (program) => `Esta es su factura por ${program}.`,
    closing: (methods, code) => `No necesita una cuenta. ${methods ? `Puede pagar ${methods}. ` : ''}El código de esta factura es ${code}.`,
    alreadySent: 'Si ya ha enviado el dinero, díganoslo en la página de la factura con «He enviado este pago».',
    reason: (address, network) => `Esta factura se envió a ${address} de parte de ${network}.`,
  },
  reminder: {
    subject: (program, when) => `Recordatorio: ${program}, ${when}`,
    subjectOfMany: (total, bills) => `Recordatorio: ${total} en ${bills} facturas`,
    text: (program) => `Su factura por ${program} sigue pendiente.`,
    textOfMany: 'Estas facturas siguen pendientes:',
    closing: 'Si ya ha pagado, muchas gracias: no tiene que hacer nada.',
    alreadySent: '¿Ya lo ha enviado? ¡Gracias! Abra la factura y pulse «He enviado este pago», para que el tesorero pueda buscarlo.',
    alreadySentSome:
      '¿Ya ha enviado alguno de estos pagos? ¡Gracias! Abra esa factura y pulse «He enviado este pago», para que el tesorero pueda buscarlo.',
    reason: (address, network) => `Este recordatorio se envió a ${address} de parte de ${network}.`,
  },
  receipt: {
    subject: (program, amount) => `Recibo: ${amount} por ${program}`,
    text: (program, amount) => `Muchas gracias: hemos recibido ${amount} por ${program}.`,
    stillOpen: (sums, when) => `${sums}; ${when}.`,
    paidInFull: 'Esta factura está pagada por completo.',
    number: 'Número de recibo',
    day: 'Fecha',
    method: 'Forma de pago',
    reference: 'Referencia',
    bill: 'Factura',
    payor: 'Recibido de',
    view: 'Ver su recibo',
    proof: 'Comprobante de que este pago consta en los libros',
    hello: 'Hola:',
    reason: (address, network) =>
      `Este recibo se envió a ${address} de parte de ${network}, porque la dirección se indicó al pagar. No se usa para nada más.`,
  },
  claimReceived: {
    subject: (program) => `Hemos anotado su pago por ${program}`,
    text: (program) => `Nos ha dicho que envió su pago por ${program}. Se lo confirmaremos en cuanto llegue.`,
    mistake: 'Si al final no lo ha enviado, retírelo con el enlace de abajo y la factura volverá a estar abierta.',
    takeBack: 'No lo he enviado',
  },
  claimNotReceived: {
    subject: (program) => `No hemos recibido su pago por ${program}`,
    text: (program) => `Nos ha dicho que envió un pago por ${program}, pero no ha llegado.`,
    askBank: 'Si lo envió, mire en su banco o en su aplicación qué ha pasado con el pago, o responda a este correo y díganos cuándo y cómo lo envió.',
  },
  changes: changesEs,
  questions: (contact) => `¿Tiene preguntas? ${contact}`,
  reason: (address, network) => `Este correo se envió a ${address} de parte de ${network}.`,
  stopReminders: (network) => `No recibir más recordatorios de ${network}`,
}
