import type { SealedText } from '../kernel/decider.ts'
import { type PersonalData, sealedTexts } from '../platform/personal-data/personal-data.ts'
import type { BillEvent } from './events.ts'
import type { BillState } from './state.ts'

const texts: Readonly<Record<SealedText<BillEvent>, true>> = { reference: true, reason: true, receiptTo: true }

/** References, reasons and addresses for receipts may say anything about the payor: they are sealed with the payor's key. */
export const billTexts = (personal: PersonalData) =>
  sealedTexts<BillEvent, BillState>(personal, (bill) => bill?.terms.payorId ?? null, Object.keys(texts))
