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
  hasPassword: boolean | undefined
  /** The number of connected sign-in accounts; undefined while it loads. */
  accounts: number | undefined
  role: Role | null
  /** True for Members, and for people with bills but no network. */
  pays: boolean
}

/**
 * The tabs that apply to the user: Password and Connected Accounts if the user has them, Payment Profiles except for
 * payors, and the network's tabs for the network's Admins and Auditors (R13).
 */
export const tabsFor = ({ hasPassword, accounts = 0, role, pays }: Known): SettingsTab[] => [
  'Profile',
  ...(hasPassword === false ? [] : (['Password'] as const)),
  ...(pays ? [] : (['Payment Profiles'] as const)),
  ...(accounts > 0 || hasPassword === false ? (['Connected Accounts'] as const) : []),
  ...(role === 'Admin' || role === 'Auditor' ? (['Network', 'Embed', 'People', 'API Keys', 'Webhooks'] as const) : []),
  'Security',
]
