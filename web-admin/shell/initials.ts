import type { User } from '../../modules/identity/contract.ts'

/** 'NF' for Naomi Ferrand; 'U' when the name is unknown. */
export const initials = (user: Pick<User, 'firstName' | 'lastName'> | null): string => {
  const letters = [user?.firstName, user?.lastName].map((name) => Array.from(name?.trim() ?? '')[0] ?? '').join('')
  return letters.toUpperCase() || 'U'
}

export const fullName = (user: Pick<User, 'firstName' | 'lastName'> | null): string => [user?.firstName, user?.lastName].filter(Boolean).join(' ')
