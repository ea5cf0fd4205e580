import { iconNames } from 'virtual:event-icons'
import {
  Archive,
  ArchiveRestore,
  Bell,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CircleDot,
  CirclePause,
  CirclePlay,
  CirclePlus,
  CircleX,
  Clock,
  Coins,
  CreditCard,
  Diff,
  Download,
  Eye,
  FileX,
  HandCoins,
  KeyRound,
  Landmark,
  type LucideIcon,
  Mail,
  MailOpen,
  MailX,
  Megaphone,
  MousePointerClick,
  Pencil,
  ReceiptText,
  Replace,
  Send,
  ShieldOff,
  Undo2,
  Upload,
  UserMinus,
  UserPlus,
  UserX,
  Webhook,
} from 'lucide-react'
import type { EventIcon } from '../../../modules/kernel/events.ts'

const icons: Readonly<Record<EventIcon, LucideIcon>> = {
  alert: CircleAlert,
  archive: Archive,
  bank: Landmark,
  bell: Bell,
  bill: ReceiptText,
  card: CreditCard,
  check: CircleCheck,
  clock: Clock,
  coins: Coins,
  cross: CircleX,
  difference: Diff,
  download: Download,
  eye: Eye,
  'file-cross': FileX,
  'hand-coins': HandCoins,
  key: KeyRound,
  mail: Mail,
  'mail-cross': MailX,
  'mail-open': MailOpen,
  megaphone: Megaphone,
  pause: CirclePause,
  pencil: Pencil,
  play: CirclePlay,
  plus: CirclePlus,
  pointer: MousePointerClick,
  replace: Replace,
  restore: ArchiveRestore,
  schedule: CalendarClock,
  send: Send,
  'shield-off': ShieldOff,
  undo: Undo2,
  upload: Upload,
  'user-cross': UserX,
  'user-minus': UserMinus,
  'user-plus': UserPlus,
  webhook: Webhook,
}

/** The event types that a history can be filtered by. */
export const eventTypes: readonly string[] = Object.keys(iconNames)

export const iconOf = (type: string): LucideIcon => icons[iconNames[type] as EventIcon] ?? CircleDot

/** 'Payment recorded' for PaymentRecorded. */
export const kindOf = (type: string): string => {
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/^Message\b/, 'Mail')
}
