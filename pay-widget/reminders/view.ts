import type { Contact } from '../../modules/kernel/contact.ts'
import type { Assets, Lang } from '../pay/view.ts'

/** Whether reminders come, and whether the form has just changed that; or why it cannot be told. */
export type RemindersStep = { step: 'wish'; stopped: boolean; changed: boolean } | { step: 'invalid' } | { step: 'slow-down' } | { step: 'failed' }

export type RemindersPageView = {
  lang: Lang
  /** The language comes from `?lang=`, so the page's own links carry it on. */
  langChosen: boolean
  /** This page's path. */
  path: string
  network: string | null
  /** Whom payors of the network may ask. */
  contact?: Contact | undefined
  shown: RemindersStep
  assets: Assets
}
