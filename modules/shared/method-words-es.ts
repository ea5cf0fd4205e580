import type { InMail, OnPage, OnPaper, PaidBy, PayorFields } from './method-words-en.ts'

export const paidByEs: PaidBy = {
  credit: 'Tarjeta',
  ach: 'Transferencia ACH',
  wire: 'Transferencia bancaria',
  zelle: 'Zelle',
  paypal: 'PayPal',
  venmo: 'Venmo',
  cashapp: 'Cash App',
  check: 'Cheque',
  cash: 'Efectivo',
  other: 'Otro',
}

export const inMailEs: InMail = {
  Credit: 'con tarjeta',
  BankDebit: 'desde su cuenta bancaria',
  ACH: 'por transferencia ACH',
  Wire: 'por transferencia bancaria',
  Zelle: 'por Zelle',
  PayPal: 'con PayPal',
  Venmo: 'con Venmo',
  CashApp: 'con Cash App',
  Check: 'con cheque',
}

export const onPageEs: OnPage = {
  ach: {
    name: 'ACH',
    help: 'Transferencia bancaria; tarda un día o más',
    send: (amount) => `Envíe ${amount} por transferencia ACH`,
    steps: 'Haga una transferencia bancaria (ACH) a esta cuenta.',
  },
  wire: {
    name: 'Transferencia',
    help: 'Su banco la llama «wire»; suele cobrar por ella',
    send: (amount) => `Envíe ${amount} por transferencia bancaria`,
    steps: 'Pida a su banco una transferencia (wire) a esta cuenta.',
  },
  zelle: {
    name: 'Zelle',
    help: 'Desde la aplicación de su banco',
    send: (amount) => `Envíe ${amount} con Zelle`,
    steps: 'Abra la aplicación de su banco, elija Zelle y envíe a este destinatario.',
  },
  paypal: {
    name: 'PayPal',
    help: 'Desde su cuenta de PayPal',
    send: (amount) => `Envíe ${amount} con PayPal`,
    steps: 'Abra PayPal y envíe a este usuario. Le sugerimos la opción «Enviar a un amigo».',
  },
  venmo: {
    name: 'Venmo',
    help: 'Desde la aplicación Venmo',
    send: (amount) => `Envíe ${amount} con Venmo`,
    steps: 'Abra Venmo y envíe a este usuario.',
  },
  cashapp: {
    name: 'CashApp',
    help: 'Con Cash App en su teléfono',
    send: (amount) => `Envíe ${amount} con CashApp`,
    steps: 'Abra Cash App y envíe a este cashtag.',
  },
  check: {
    name: 'Cheque',
    help: 'Por correo postal; tarda unos días',
    send: (amount) => `Envíe un cheque por ${amount}`,
    steps: 'Haga un cheque y envíelo por correo postal. Lo registraremos cuando llegue.',
  },
}
export const pageFieldsEs: PayorFields = {
  bankName: 'Banco',
  routingNumber: 'Número de ruta',
  accountNumber: 'Número de cuenta',
  accountName: 'Nombre del destinatario',
  zelleContact: 'Destinatario',
  paypalUsername: 'Usuario de PayPal',
  venmoHandle: 'Usuario de Venmo',
  cashappHandle: 'Cashtag',
  payableTo: 'A nombre de',
  mailingAddress: 'Dirección postal',
}

export const onPaperEs: OnPaper = {
  ach: { name: 'Transferencia bancaria (ACH)', steps: 'En el sitio web de su banco o en una sucursal, envíe el dinero a esta cuenta:' },
  wire: { name: 'Transferencia bancaria (wire)', steps: 'Pida a su banco una transferencia a esta cuenta:' },
  zelle: { name: 'Zelle', steps: 'En la aplicación de su banco, elija Zelle y envíe a:' },
  paypal: { name: 'PayPal', steps: 'Envíe a este usuario. Le sugerimos «Enviar a un amigo».' },
  venmo: { name: 'Venmo', steps: 'En la aplicación Venmo, envíe a:' },
  cashapp: { name: 'Cash App', steps: 'En Cash App, envíe a:' },
  check: { name: 'Cheque por correo postal', steps: 'Envíe su cheque con el talón de abajo.' },
}
export const paperFieldsEs: PayorFields = {
  bankName: 'Banco',
  routingNumber: 'Número de ruta',
  accountNumber: 'Número de cuenta',
  accountName: 'Titular de la cuenta',
  zelleContact: 'Zelle',
  paypalUsername: 'Usuario de PayPal',
  venmoHandle: 'Usuario de Venmo',
  cashappHandle: 'Cashtag',
  payableTo: 'A nombre de',
  mailingAddress: 'Enviar a',
}
