import { z } from 'zod'
import type { SignedLinks } from '../platform/http/signed-links.ts'

/** Signed links in mails. Only this installation can make them. */
export type MailLinks = Readonly<{
  reminders: SignedLinks<'networkId' | 'address'>
  /** Withdraws a claim, for the payor whose address got the mail. */
  takeBack: SignedLinks<'billId' | 'address'>
  opened: SignedLinks<'messageId'>
  clicked: SignedLinks<'messageId' | 'billId'>
}>

export const TokenParams = z.object({ token: z.string().max(400) })

export const mailedLinks = { name: 'mailed-links', max: 60, seconds: 60 } as const
