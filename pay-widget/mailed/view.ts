import type { Contact } from '../../modules/kernel/contact.ts'
import type { Assets, Lang } from '../pay/view.ts'

/** A page behind a mailed link that cannot show its form. */
type Problem = { step: 'invalid' } | { step: 'slow-down' } | { step: 'failed' }

/** A page behind a mailed link. `Step`: the state of its form. */
export type MailedPageView<Step> = {
  lang: Lang
  /** True if the address has `?lang=`. The page's links then keep it. */
  langChosen: boolean
  path: string
  network: string | null
  /** The contact for payors. */
  contact?: Contact | undefined
  shown: Step | Problem
  assets: Assets
}
