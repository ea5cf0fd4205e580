import { CircleUser, CreditCard, HandCoins, Layers, LayoutDashboard, type LucideIcon, ReceiptText, Users } from 'lucide-react'

export type Entry = { label: string; href: string; icon: LucideIcon; also?: string[] }

/**
 * The entries for people who work in a network or have no network yet; the server checks the role. `also`: other paths
 * at which the entry is active.
 */
export const entries: Entry[] = [
  { label: 'Dashboard', href: '/dashboard', icon: LayoutDashboard, also: ['/', '/my-assessments', '/journal', '/audit', '/changes'] },
  { label: 'Assessment Bills', href: '/payors?tab=assessment-bills', icon: ReceiptText, also: ['/payors/bills'] },
  { label: 'Assessment Programs', href: '/assessments', icon: Layers },
  { label: 'Payors', href: '/payors', icon: Users, also: ['/members', '/payouts', '/payments', '/remittances', '/deposits'] },
  { label: 'Profile', href: '/settings/profile', icon: CircleUser, also: ['/settings'] },
]

/** The entries for Members, who only pay bills (R13). */
export const payorEntries: Entry[] = [
  { label: 'My Bills', href: '/my-assessments', icon: ReceiptText, also: ['/', '/dashboard'] },
  { label: 'My Payments', href: '/my-payments', icon: HandCoins },
  { label: 'Payment Methods', href: '/my-payment-methods', icon: CreditCard },
  { label: 'Account', href: '/settings/profile', icon: CircleUser, also: ['/settings'] },
]

const below = (path: string, parent: string): boolean => path === parent || (parent !== '/' && path.startsWith(`${parent}/`))

/**
 * The closeness of an entry to the address; 0 if it does not match. A longer path counts more; a matching query counts
 * more than none.
 */
const closeness = ({ href, also = [] }: Entry, path: string, query: URLSearchParams): number => {
  const [entryPath = '', entryQuery] = href.split('?')
  const wanted = [...new URLSearchParams(entryQuery)]
  const own = wanted.every(([key, value]) => query.get(key) === value) ? [entryPath] : []
  const lengths = [...own, ...also].filter((parent) => below(path, parent)).map((parent) => parent.length)
  return lengths.length === 0 ? 0 : Math.max(...lengths) * 10 + (own.length > 0 ? wanted.length : 0)
}

/** Only the closest entry is active (R13). */
export const activeEntry = (path: string, search: string, among = entries): Entry | null => {
  const query = new URLSearchParams(search)
  const ranked = among.map((entry) => ({ entry, score: closeness(entry, path, query) })).sort((a, b) => b.score - a.score)
  return ranked[0] && ranked[0].score > 0 ? ranked[0].entry : null
}
