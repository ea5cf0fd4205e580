import type { Assets, Lang } from '../pay/view.ts'

export type ProofPageView = {
  /** The signed token of the proof's address; null where it is not one of ours. */
  token: string | null
  lang: Lang
  /** The language comes from `?lang=`. */
  langChosen: boolean
  /** The address of the script that checks the proof. */
  check: string
  assets: Assets
}
