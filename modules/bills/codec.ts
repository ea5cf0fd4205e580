import { type PersonalData, sealedTexts } from '../platform/personal-data/personal-data.ts'
import { billEvents } from './events.ts'
import type { BillState } from './state.ts'

/** References, reasons and addresses for receipts may say anything about the payor: they are sealed with the payor's key. */
export const billCodec = (personal: PersonalData) => sealedTexts(personal, billEvents, (bill: BillState) => bill?.terms.payorId ?? null)
