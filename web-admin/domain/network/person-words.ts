import type { Role } from '../../../modules/identity/contract.ts'
import type { Instant, LocalDate } from '../../../modules/kernel/dates.ts'
import type { Person } from '../../../modules/networks/contract.ts'
import { dayOf, formatDayOf } from '../api/network-clock.ts'

/** The rights of each role (R13). */
export const roleWords: Record<Role, string> = {
  Admin: 'Does everything: programs, bills, payments, settings and people.',
  Member: 'Sees and pays their own bills, and nothing else of the network.',
  Auditor: 'Sees everything and changes nothing.',
}

export const aRole = (role: Role): string => (role === 'Member' ? 'a Member' : `an ${role}`)

/** 'Ruth Adeyemi', or the address of an invited person without a name. */
export const nameOf = ({ firstName, lastName, email }: Pick<Person, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

export const statusOf = ({ status, expiresAt }: Pick<Person, 'status' | 'expiresAt'>, now: string): 'Active' | 'Invited' | 'Expired' => {
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.parse(now)) return 'Expired'
  return status === 'invited' ? 'Invited' : 'Active'
}

/** The last day of an access in the network's zone, as the value of a date field; empty if it never ends. */
export const lastDay = (expiresAt: Instant | null): LocalDate | '' => (expiresAt === null ? '' : dayOf(expiresAt))

export const lastDayWords = (expiresAt: Instant | null): string => (expiresAt === null ? 'Never' : formatDayOf(expiresAt))
