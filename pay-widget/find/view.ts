import type { Appearance, Embedded } from '../../modules/embed/contract.ts'
import type { OwedBill } from '../../modules/find-bills/contract.ts'
import type { Contact } from '../../modules/kernel/contact.ts'
import type { Assets, Lang } from '../pay/view.ts'

/** The values of both forms. */
export type Typed = { email: string; code: string; name: string }

/** The page's state: the forms, the answer, the mailed link before and after its use, or an error. */
export type FindStep =
  | ({ step: 'ask'; wrong: 'email' | 'printed' | null } & Typed)
  | { step: 'asked' }
  | { step: 'link' }
  /** `total`: the number of open bills, of which the first are listed. */
  | { step: 'list'; bills: OwedBill[]; total: number }
  | { step: 'over' }
  | { step: 'unknown' }
  | { step: 'slow-down' }
  | { step: 'failed' }

export type FindPageView = {
  lang: Lang
  /** True if `?lang=` sets the language, so that the page's links keep it. */
  langChosen: boolean
  /** The path of this page, and of the form that requests a link. */
  path: string
  askPath: string
  network: string | null
  /** The contact for payors. */
  contact?: Contact | undefined
  shown: FindStep
  /** Absent outside of a frame. */
  embedded?: Embedded
  appearance?: Appearance
  assets: Assets
}
