import type { Lang } from '../view.ts'

const en = {
  inParts: 'Pay in parts',
  from: (amount: string) => `From ${amount} a month`,
  number: 'Number of monthly parts',
  /** The leftover cents are in the first parts, so the parts may have two amounts. */
  parts: (count: number, first: string, last: string) => `${count} parts of ${first === last ? first : `${first} or ${last}`}`,
  once: (network: string) => `You choose once. To change the plan later, ask ${network}.`,
  choose: (count: number) => `Choose ${count} parts`,
  choosing: 'Saving...',
  failed: 'The plan could not be saved. Please try again.',
  chosen: 'Your plan is saved. You can pay the first part now.',
  yourPlan: 'Your payment plan',
  part: (n: number) => `Part ${n}`,
  partOf: (n: number, count: number) => `Part ${n} of ${count}`,
  paid: 'paid',
  missed: 'missed',
  paidOf: (paid: string, amount: string) => `${paid} of ${amount} paid`,
  payAll: (amount: string) => `Pay the whole balance, ${amount}`,
  payNext: (amount: string) => `Pay only the next part, ${amount}`,
}

const es: typeof en = {
  inParts: 'Pagar en partes',
  from: (amount) => `Desde ${amount} al mes`,
  number: 'Número de partes mensuales',
  parts: (count, first, last) => `${count} partes de ${first === last ? first : `${first} o ${last}`}`,
  once: (network) => `Solo puede elegir una vez. Para cambiar el plan después, pregunte a ${network}.`,
  choose: (count) => `Elegir ${count} partes`,
  choosing: 'Guardando...',
  failed: 'No se pudo guardar el plan. Inténtelo de nuevo.',
  chosen: 'Su plan quedó guardado. Ya puede pagar la primera parte.',
  yourPlan: 'Su plan de pagos',
  part: (n) => `Parte ${n}`,
  partOf: (n, count) => `Parte ${n} de ${count}`,
  paid: 'pagada',
  missed: 'vencida',
  paidOf: (paid, amount) => `${paid} de ${amount} pagados`,
  payAll: (amount) => `Pagar todo el saldo, ${amount}`,
  payNext: (amount) => `Pagar solo la próxima parte, ${amount}`,
}

export const planWords: Record<Lang, typeof en> = { en, es }
