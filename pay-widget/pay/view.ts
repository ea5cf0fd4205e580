import type { PublicBill } from '../../modules/bills/contract.ts'
import type { Appearance, Embedded } from '../../modules/embed/contract.ts'

export type Lang = 'en' | 'es'
/**
 * The addresses of the scripts, and the style sheet to inline. `framed`: the first script of a framed page. `print`:
 * the script of a receipt.
 */
export type Assets = { start: string; framed: string; print: string; styles: string }
export type Archived = { id: string; status: 'Archived' }
/** A refusal's code, and the server's English message. */
export type Refusal = { code: string; message: string }
export type AnyBill = PublicBill | Archived

/** The page's data: the server renders it, and the browser hydrates it. */
export type PayState = {
  id: string
  lang: Lang
  /** Null if there is no such bill. */
  bill: AnyBill | null
  step: 'choose' | 'guest'
  /** The tab in the address. If there is no such tab, the first method is chosen. */
  method: string | null
  /** The token that withdraws a claim which was just made without script; else null. */
  withdrawToken: string | null
  /** The address of the form that withdraws the claim, if the payor came by the link in their mail. */
  takeBack?: string
  /** The error of a form post without script. */
  problem: Refusal | null
  /** The form's idempotency key. */
  attempt: string
  /** True if the address has `?lang=`. The page's links then keep it. */
  langChosen?: boolean
  /** True if the address has `?pays=all`. */
  whole?: boolean
  /** `?list=`: the token of a mailed list, or 'all' for the payor's own bills. The page offers to pay them, too. */
  list?: string | null
  /** True if the bill could not be read. */
  failed?: boolean
  /** Absent if the page is not in a frame. In a frame nobody is signed in. */
  embedded?: Embedded
  /** The address of a stand-in for Stripe.js; null for Stripe's own. */
  standIn: string | null
}

/** `printing`: the inlined script that prints the bill's sheet. Absent if there is no bill. */
export type PayPageView = PayState & { assets: Assets; appearance?: Appearance; printing?: string }

export const isPublic = (bill: AnyBill | null): bill is PublicBill => bill !== null && 'program' in bill
