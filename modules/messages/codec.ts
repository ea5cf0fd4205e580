import type { PayorId } from '../kernel/ids.ts'
import { type PersonalData, sealedTexts } from '../platform/personal-data/personal-data.ts'
import { messageEvents } from './events.ts'

type ToPayor = Readonly<{ about: Readonly<{ payorId: PayorId }> }> | null

/** A mail's texts are encrypted with its payor's key. */
export const messageCodec = (personal: PersonalData) => sealedTexts(personal, messageEvents, (message: ToPayor) => message?.about.payorId ?? null)
