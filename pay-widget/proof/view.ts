import type { Assets, Lang } from '../pay/view.ts'

export type ProofPageView = {
  /** The signed token in the address; null if it is malformed. */
  token: string | null
  lang: Lang
  /** The address of the script that checks the proof. */
  check: string
  assets: Assets
}
