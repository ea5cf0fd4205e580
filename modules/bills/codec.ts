import { type PersonalData, sealedTexts } from '../platform/personal-data/personal-data.ts'
import { billEvents } from './events.ts'
import type { BillState } from './state.ts'

/** References, reasons and receipt addresses may contain personal data, so they are encrypted with the payor's key. */
export const billCodec = (personal: PersonalData) => sealedTexts(personal, billEvents, (bill: BillState) => bill?.terms.payorId ?? null)
