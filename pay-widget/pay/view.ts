import type { PublicBill } from '../../modules/bills/contract.ts'
import type { Appearance, Embedded } from '../../modules/embed/contract.ts'

export type Lang = 'en' | 'es'
/**
 * Addresses of scripts, and the inlined style sheet. `framed`: the first script of a framed page; `print`: the
 * receipt's script.
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
  /** null if there is no such bill. */
  bill: AnyBill | null
  step: 'choose' | 'guest'
  /** The selected tab in the address; an unknown one falls back to the first method. */
  method: string | null
  /** The token that withdraws a claim just made without script, else null. */
  withdrawToken: string | null
  /** The address for the form that withdraws the claim, if the payor came by the link in their mail. */
  takeBack?: string
  /** The error of a form post without script. */
  problem: Refusal | null
  /** The form's idempotency key. */
  attempt: string
  /** True if `?lang=` sets the language, so that the page's links keep it. */
  langChosen?: boolean
  /** True if reading the bill failed. */
  failed?: boolean
  /** Absent outside of a frame. In a frame nobody is signed in. */
  embedded?: Embedded
  /** The address of a stand-in for Stripe.js; null for Stripe's own. */
  standIn: string | null
}

/** `printing`: the inlined script that prints the bill's sheet; absent without a bill. */
export type PayPageView = PayState & { assets: Assets; appearance?: Appearance; printing?: string }

export const isPublic = (bill: AnyBill | null): bill is PublicBill => bill !== null && 'program' in bill
