import { type PersonalData, sealedField } from '../platform/personal-data/personal-data.ts'
import { profileEvents } from './events.ts'

/** Account numbers are sealed with a key of the profile. */
export const profileCodec = (personal: PersonalData) => sealedField(personal, profileEvents, 'profileId')
