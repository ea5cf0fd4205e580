import type { MemberId } from '../kernel/ids.ts'
import { type PersonalData, sealedTexts } from '../platform/personal-data/personal-data.ts'
import type { MessageEvent } from './events.ts'

/** What a mail server answers often names the address: it is sealed with the payor's key. */
export const messageTexts = (personal: PersonalData) =>
  sealedTexts<MessageEvent, Readonly<{ about: Readonly<{ payorId: MemberId }> }> | null>(personal, (message) => message?.about.payorId ?? null, [
    'error',
  ])
