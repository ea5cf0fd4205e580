import { type PersonalData, sealedField } from '../platform/personal-data/personal-data.ts'
import { networkEvents } from './events.ts'

/** An invitee is sealed with a key of the invitation. */
export const networkCodec = (personal: PersonalData) => sealedField(personal, networkEvents, 'invitationId')
