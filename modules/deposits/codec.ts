import type { Codec } from '../platform/handle.ts'
import { type PersonalData, sealedTexts } from '../platform/personal-data/personal-data.ts'
import { type DepositEvent, type DepositState, depositEvents } from './events.ts'

/** Reasons may contain personal data, so they are encrypted with a key of the deposit. */
export const depositCodec = (personal: PersonalData): Codec<DepositEvent, DepositState> =>
  sealedTexts(personal, depositEvents, (deposit: DepositState) => deposit?.depositId ?? null)
