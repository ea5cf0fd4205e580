import type { Contact } from '../../modules/kernel/contact.ts'
import type { Assets, Lang } from '../pay/view.ts'

/** The page's state: reminders on or stopped, perhaps just changed by the form; or an error. */
export type RemindersStep = { step: 'wish'; stopped: boolean; changed: boolean } | { step: 'invalid' } | { step: 'slow-down' } | { step: 'failed' }

export type RemindersPageView = {
  lang: Lang
  /** True if `?lang=` sets the language, so that the page's links keep it. */
  langChosen: boolean
  path: string
  network: string | null
  /** The contact for payors. */
  contact?: Contact | undefined
  shown: RemindersStep
  assets: Assets
}
