import { type PersonalData, sealedField } from '../platform/personal-data/personal-data.ts'
import { networkEvents } from './events.ts'

/** Seals the invitee with the invitation's key. */
export const networkCodec = (personal: PersonalData) => sealedField(personal, networkEvents, 'invitationId')
