import type { SealedText } from '../kernel/decider.ts'
import type { PayorId } from '../kernel/ids.ts'
import { type PersonalData, sealedTexts } from '../platform/personal-data/personal-data.ts'
import type { MessageEvent } from './events.ts'

/** A note and an address come sealed from the event that they were said in. */
const texts: Readonly<Record<Exclude<SealedText<MessageEvent>, 'note' | 'to'>, true>> = { error: true }

/** What a mail server answers often names the address: it is sealed with the payor's key. */
export const messageTexts = (personal: PersonalData) =>
  sealedTexts<MessageEvent, Readonly<{ about: Readonly<{ payorId: PayorId }> }> | null>(
    personal,
    (message) => message?.about.payorId ?? null,
    Object.keys(texts),
  )
