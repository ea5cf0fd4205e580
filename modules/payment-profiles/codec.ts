import { type PersonalData, sealedField } from '../platform/personal-data/personal-data.ts'
import { profileEvents } from './events.ts'

/** Seals account numbers with the profile's key. */
export const profileCodec = (personal: PersonalData) => sealedField(personal, profileEvents, 'profileId')
