import type { Lang } from '../view.ts'

const en = {
  savedMethods: 'Your saved payment methods',
  endingIn: (name: string, last4: string, expires: string | null) => `${name} ending in ${last4}${expires ? `, expires ${expires}` : ''}`,
  remove: 'Remove',
  removeMethod: (method: string) => `Remove ${method}`,
  removeQuestion: (method: string) => `Remove ${method}? You will no longer be able to pay with it.`,
  keep: 'Keep',
  removing: 'Removing...',
  removed: (method: string) => `${method} has been removed.`,
  failedToRemove: 'It could not be removed. Please try again.',
}

const es: typeof en = {
  savedMethods: 'Sus métodos de pago guardados',
  endingIn: (name, last4, expires) => `${name} terminada en ${last4}${expires ? `, vence ${expires}` : ''}`,
  remove: 'Quitar',
  removeMethod: (method) => `Quitar ${method}`,
  removeQuestion: (method) => `¿Quitar ${method}? Ya no podrá pagar con este método.`,
  keep: 'Conservar',
  removing: 'Quitando...',
  removed: (method) => `Se quitó ${method}.`,
  failedToRemove: 'No se pudo quitar. Inténtelo de nuevo.',
}

export const savedWords: Record<Lang, typeof en> = { en, es }
