import type { EventStore } from '../modules/platform/event-store/event-store.ts'
import type { PersonalData } from '../modules/platform/personal-data/personal-data.ts'
import { ledgerProjection } from './ledger/projector.ts'
import { messagesProjection } from './messages/projector.ts'
import { networksProjection } from './networks/projector.ts'
import { paymentProfilesProjection } from './payment-profiles/projector.ts'
import { payorsProjection } from './payors/projector.ts'
import { payoutsProjection } from './payouts/projector.ts'
import { programsProjection } from './programs/projector.ts'
import type { Projection } from './projection.ts'

/** All read models, in no order: each follows the log independently. */
export const allProjections = (personal: PersonalData, store: Pick<EventStore, 'positionsPerEvent'>): Projection[] => [
  networksProjection,
  paymentProfilesProjection(personal),
  programsProjection,
  payorsProjection(personal),
  ledgerProjection(personal, store),
  messagesProjection(personal),
  payoutsProjection,
]
