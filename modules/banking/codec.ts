import type { Codec } from '../platform/handle.ts'
import { type PersonalData, sealedTexts } from '../platform/personal-data/personal-data.ts'
import { type BankLineEvent, type BankLineState, bankLineEvents, bankLineFold } from './events.ts'

/** The texts of a line are sealed with the key of its payment profile. */
export const bankLineCodec = (personal: PersonalData): Codec<BankLineEvent, BankLineState> => {
  const { encode, decode } = sealedTexts(personal, bankLineEvents, (line: BankLineState) => line?.profileId ?? null)
  return { decode, encode: (events, state) => encode(events, events.slice(0, 1).reduce(bankLineFold.evolve, state)) }
}
