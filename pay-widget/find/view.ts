import type { Appearance, Embedded } from '../../modules/embed/contract.ts'
import type { OwedBill } from '../../modules/find-bills/contract.ts'
import type { Contact } from '../../modules/kernel/contact.ts'
import type { Assets, Lang } from '../pay/view.ts'

/** The values that the visitor has entered in the two forms. */
export type Typed = { email: string; code: string; name: string }

/** The page's state: the forms, the answer, the mailed link before and after its use, or an error. */
export type FindStep =
  | ({ step: 'ask'; wrong: 'email' | 'printed' | null } & Typed)
  | { step: 'asked' }
  | { step: 'link' }
  /** `total`: the number of all open bills. `bills`: the first of them. `list`: the token with which they are paid. */
  | { step: 'list'; bills: OwedBill[]; total: number; list: string }
  | { step: 'over' }
  | { step: 'unknown' }
  | { step: 'slow-down' }
  | { step: 'failed' }

export type FindPageView = {
  lang: Lang
  /** True if the address has `?lang=`. The page's links then keep it. */
  langChosen: boolean
  /** `path`: the path of this page. `askPath`: the path of the form that requests a link. */
  path: string
  askPath: string
  network: string | null
  /** The contact for payors' questions. */
  contact?: Contact | undefined
  shown: FindStep
  /** Absent if the page is not in a frame. */
  embedded?: Embedded
  appearance?: Appearance
  assets: Assets
}
