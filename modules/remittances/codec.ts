import type { Codec } from '../platform/handle.ts'
import { type PersonalData, sealedTexts } from '../platform/personal-data/personal-data.ts'
import { type RemittanceEvent, type RemittanceState, remittanceEvents, remittanceFold } from './events.ts'

/** References and reasons may contain personal data, so they are encrypted with the key of the remittance's owner. */
export const remittanceCodec = (personal: PersonalData): Codec<RemittanceEvent, RemittanceState> => {
  const { encode, decode } = sealedTexts(personal, remittanceEvents, (remittance: RemittanceState) => remittance?.terms.owner ?? null)
  return { decode, encode: (events, state) => encode(events, events.slice(0, 1).reduce(remittanceFold.evolve, state)) }
}
