import type { Embedded, Look } from '../../modules/embed/contract.ts'
import type { OwedBill } from '../../modules/find-bills/contract.ts'
import type { Contact } from '../../modules/kernel/contact.ts'
import type { Assets, Lang } from '../pay/view.ts'

/** What was typed into the two forms. */
export type Typed = { email: string; code: string; name: string }

/** What stands on the page: the forms and its answer, the mailed link before and after its use, or why there is neither. */
export type FindStep =
  | ({ step: 'ask'; wrong: 'email' | 'printed' | null } & Typed)
  | { step: 'asked' }
  | { step: 'link' }
  /** `total`: how many bills are open, of which the first are shown. */
  | { step: 'list'; bills: OwedBill[]; total: number }
  | { step: 'over' }
  | { step: 'unknown' }
  | { step: 'slow-down' }
  | { step: 'failed' }

export type FindPageView = {
  lang: Lang
  /** The language comes from `?lang=`, so the page's own links carry it on. */
  langChosen: boolean
  /** This page's path, and that of the form that asks for a link. */
  path: string
  askPath: string
  network: string | null
  /** Whom payors of the network may ask. */
  contact?: Contact | undefined
  shown: FindStep
  /** Absent on a page of its own. */
  embedded?: Embedded
  look?: Look
  assets: Assets
}
