import type { Contact } from '../../modules/kernel/contact.ts'
import type { Assets, Lang } from '../pay/view.ts'

/** The state of the page: if reminders are on or stopped, and if the form has just changed that; or an error. */
export type RemindersStep = { step: 'wish'; stopped: boolean; changed: boolean } | { step: 'invalid' } | { step: 'slow-down' } | { step: 'failed' }

export type RemindersPageView = {
  lang: Lang
  /** True if the address has `?lang=`. The page's links then keep it. */
  langChosen: boolean
  path: string
  network: string | null
  /** The contact for payors. */
  contact?: Contact | undefined
  shown: RemindersStep
  assets: Assets
}
