import { missing } from '../kernel/errors.ts'
import { type NetworkId, PayorId } from '../kernel/ids.ts'
import { idOf } from '../platform/http/route.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { Member } from './contract.ts'
import type { Kind, Person } from './events.ts'

type Dependencies = Readonly<{
  personal: PersonalData
  memberById: (id: PayorId) => Promise<Readonly<{ known: Readonly<{ networkId: NetworkId; kind: Kind; person: Person }> }> | null>
}>

/** The congregation of this network with this id. A congregation of another network is treated as absent. */
export const congregationIn =
  ({ personal, memberById }: Dependencies) =>
  async (networkId: NetworkId, congregationId: string): Promise<NonNullable<Member['congregation']>> => {
    const id = idOf(PayorId, congregationId, 'Member')
    const { known } = (await memberById(id)) ?? {}
    if (known?.networkId !== networkId || known.kind !== 'congregation' || (await personal.forgotten([id])).size > 0) throw missing('Member')
    return { id, name: known.person.name }
  }
