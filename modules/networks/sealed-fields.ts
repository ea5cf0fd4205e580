import type { Codec } from '../platform/handle.ts'
import { openTexts, type PersonalData, sealedField, sealedTexts } from '../platform/personal-data/personal-data.ts'
import type { NetworkState } from './access.ts'
import { CONTACT_FIELDS, type NetworkEvent } from './events.ts'

/** The address of who is invited is sealed with a key of the invitation, and whom payors may ask with one of the network. */
export const sealedFields = (personal: PersonalData): Codec<NetworkEvent, NetworkState> => {
  const invitees = sealedField<NetworkEvent>(personal, 'invitationId', 'invitee')
  const contacts = sealedTexts<NetworkEvent, NetworkState>(personal, (network) => network?.networkId ?? null, CONTACT_FIELDS)
  return {
    encode: async (events, network) => contacts.encode((await invitees.encode(events, network)) as NetworkEvent[], network),
    decode: async (recorded) => invitees.decode(await openTexts(personal, CONTACT_FIELDS, recorded)),
  }
}
