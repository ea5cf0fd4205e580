import type { Lang } from '../view.ts'

const en = {
  title: 'Bank debit returned',
  on: (day: string) => `Your bank returned your bank debit on ${day}, so we did not receive the money.`,
  payAgain: 'Pay again',
}

const es: typeof en = {
  title: 'Débito bancario devuelto',
  on: (day) => `Su banco devolvió el débito bancario el ${day}, así que no recibimos el dinero.`,
  payAgain: 'Pagar de nuevo',
}

export const returnedWords: Record<Lang, typeof en> = { en, es }
