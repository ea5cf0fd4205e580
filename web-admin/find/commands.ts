import {
  Activity,
  CalendarClock,
  CircleCheck,
  CirclePause,
  CirclePlus,
  CircleUser,
  Diff,
  HandCoins,
  Landmark,
  Layers,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  ReceiptText,
  ScrollText,
  Upload,
  UserPlus,
  Users,
} from 'lucide-react'

export type Command = {
  label: string
  href: string
  icon: LucideIcon
  /** Other words that find this command. */
  also: string
  /** True: only for Admins. */
  changes?: true
  /** True: only for the operators of the installation. */
  operates?: true
}

const commands: Command[] = [
  { label: 'New program', href: '/assessments/new', icon: CirclePlus, also: 'create assessment add', changes: true },
  { label: 'Upload members', href: '/assessments', icon: Upload, also: 'import csv file people', changes: true },
  { label: 'Record payment', href: '/payments/new', icon: HandCoins, also: 'check cash receipt remittance received money', changes: true },
  { label: 'Invite people', href: '/settings/people', icon: UserPlus, also: 'admin auditor access role', changes: true },
  { label: 'Go to Dashboard', href: '/dashboard', icon: LayoutDashboard, also: 'home overview' },
  { label: 'Go to Assessment Bills', href: '/payors?tab=assessment-bills', icon: ReceiptText, also: 'invoices dues' },
  { label: 'Go to Assessment Programs', href: '/assessments', icon: Layers, also: 'campaigns' },
  { label: 'Go to Payors', href: '/payors', icon: Users, also: 'payments transactions' },
  { label: 'Go to Remittances', href: '/payors?tab=remittances', icon: HandCoins, also: 'checks receipts' },
  { label: 'Go to Deposits', href: '/deposits', icon: Landmark, also: 'checks cash bank slip counted' },
  { label: 'Go to Autopay', href: '/payors?tab=autopay', icon: CalendarClock, also: 'automatic charges failed recurring cards mandates' },
  { label: 'Go to Payouts', href: '/payouts', icon: Landmark, also: 'stripe bank statement fees' },
  { label: 'Go to Members', href: '/members', icon: Users, also: 'congregations people' },
  { label: 'Confirm payments', href: '/payors/claims', icon: CircleCheck, also: 'claims pending received sent check zelle wire' },
  { label: 'Go to Journal', href: '/journal', icon: ScrollText, also: 'history audit log events who when' },
  { label: 'Blocked events', href: '/audit/unfolded', icon: CirclePause, also: 'journal events unfolded unreadable quarantine repair' },
  { label: 'What has changed', href: '/changes', icon: Diff, also: 'compare two days before after difference' },
  { label: 'Operations', href: '/operations', icon: Activity, also: 'health status jobs backups disk processes metrics', operates: true },
  { label: 'Go to Profile', href: '/settings/profile', icon: CircleUser, also: 'settings password' },
  { label: 'Sign out', href: '/logout', icon: LogOut, also: 'log out leave' },
]

/** The user's rights beyond reading the network. */
export type May = Readonly<{ change: boolean; operate: boolean }>

/** The commands that match every typed word, in any order. */
export const commandsFor = (typed: string, may: May): Command[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(
    ({ label, also, changes, operates }) =>
      (may.change || !changes) && (may.operate || !operates) && words.every((word) => `${label} ${also}`.toLowerCase().includes(word)),
  )
}
