import { z } from 'zod'
import type { SignedLinks } from '../platform/http/signed-links.ts'

/** The links that only this installation can have mailed. */
export type MailLinks = Readonly<{
  reminders: SignedLinks<'networkId' | 'address'>
  opened: SignedLinks<'messageId'>
  clicked: SignedLinks<'messageId' | 'billId'>
}>

export const TokenParams = z.object({ token: z.string().max(400) })

export const mailedLinks = { name: 'mailed-links', max: 60, seconds: 60 } as const
