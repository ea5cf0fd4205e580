import type { Contact } from '../../modules/kernel/contact.ts'
import type { Assets, Lang } from '../pay/view.ts'

/** `refused`: the charge has begun or was made, or autopay has ended. */
export type AutopayStep =
  | { step: 'ask' | 'done' | 'refused'; act: 'skip' | 'stop'; method: string | null; charge: { program: string; amount: string; on: string } | null }
  | { step: 'invalid' }
  | { step: 'slow-down' }
  | { step: 'failed' }

export type AutopayPageView = {
  lang: Lang
  /** True if the address has `?lang=`. The page's links then keep it. */
  langChosen: boolean
  path: string
  network: string | null
  /** The contact for payors. */
  contact?: Contact | undefined
  shown: AutopayStep
  assets: Assets
}
