import type { PublicBill } from '../../modules/bills/contract.ts'
import type { Embedded, Look } from '../../modules/embed/contract.ts'

export type Lang = 'en' | 'es'
/** Addresses of scripts, and the style sheet that stands within pages. `framed`: the first script of a page in a frame; `print`: that of a receipt. */
export type Assets = { start: string; framed: string; print: string; styles: string }
export type Archived = { id: string; status: 'Archived' }
/** A refusal's code, and the server's English sentence. */
export type Refusal = { code: string; message: string }
export type AnyBill = PublicBill | Archived

/** All that the page is made of, but for the files it loads: the server draws it, the browser takes it over as it stands. */
export type PayState = {
  id: string
  lang: Lang
  /** null: there is no such bill. */
  bill: AnyBill | null
  step: 'choose' | 'guest'
  /** The chosen tab, as the address says it; anything unknown falls back to the first method. */
  method: string | null
  /** Takes back what was just marked as sent without script; null where nothing was. */
  withdrawToken: string | null
  /** Where a form takes back the claim, for a payor who comes by the link in their mail; absent for everybody else. */
  takeBack?: string
  /** What a form post without script failed with. */
  problem: Refusal | null
  /** Sent along with the form: sent twice, it is one claim. */
  attempt: string
  /** The language comes from `?lang=`, so the page's own links carry it on. */
  langChosen?: boolean
  /** The bill could not be read: 'Failed to load' with Try Again. */
  failed?: boolean
  /** Absent on a page of its own. In a frame nobody is signed in. */
  embedded?: Embedded
  /** The address of the script that stands in for Stripe.js; null: Stripe's own is loaded. */
  standIn: string | null
}

/** `printing`: the script that prints the bill's sheet, within the page; absent where there is no bill. */
export type PayPageView = PayState & { assets: Assets; look?: Look; printing?: string }

export const isPublic = (bill: AnyBill | null): bill is PublicBill => bill !== null && 'program' in bill
