import type { Role } from '../../modules/identity/contract.ts'

export type SettingsTab =
  | 'Profile'
  | 'Password'
  | 'Payment Profiles'
  | 'Connected Accounts'
  | 'Network'
  | 'Embed'
  | 'People'
  | 'API Keys'
  | 'Webhooks'
  | 'Security'

type Known = {
  /** Undefined until it is known. */
  hasPassword: boolean | undefined
  /** How many sign-in accounts are connected; undefined until it is known. */
  accounts: number | undefined
  role: Role | null
  /** Members, and those who have bills and no network. */
  pays: boolean
}

/** Password and Connected Accounts where there is something to set; Payment Profiles not for payors; the network's own pages for its Admins and Auditors (R22). */
export const tabsFor = ({ hasPassword, accounts = 0, role, pays }: Known): SettingsTab[] => [
  'Profile',
  ...(hasPassword === false ? [] : (['Password'] as const)),
  ...(pays ? [] : (['Payment Profiles'] as const)),
  ...(accounts > 0 || hasPassword === false ? (['Connected Accounts'] as const) : []),
  ...(role === 'Admin' || role === 'Auditor' ? (['Network', 'Embed', 'People', 'API Keys', 'Webhooks'] as const) : []),
  'Security',
]
