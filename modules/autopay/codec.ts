import { type PersonalData, sealedField } from '../platform/personal-data/personal-data.ts'
import { mandateEvents } from './events.ts'

/** The card or account of a mandate is sealed with the mandate's own key. */
export const mandateCodec = (personal: PersonalData) => sealedField(personal, mandateEvents, 'mandateId')
