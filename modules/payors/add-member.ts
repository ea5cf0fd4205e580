import { toApiDay } from '../kernel/dates.ts'
import { DomainError, forbidden, missing, refused } from '../kernel/errors.ts'
import type { NetworkId, PayorId } from '../kernel/ids.ts'
import { nameKey, singleSpaced } from '../kernel/names.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import { eventsFor } from '../platform/handle.ts'
import { admins, keysWrite, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { Locks } from '../platform/postgres/locks.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { congregationIn } from './congregation-in.ts'
import { Member, MOST_MATCHES, NewMember } from './contract.ts'
import { type KnownMember, tagOf } from './details.ts'
import type { MemberDetails, PayorEvent, Person } from './events.ts'
import type { IdentifyDependencies } from './identify.ts'
import { type KnownPayor, openDirectory } from './match.ts'
import { turnOfNetwork } from './upload.ts'
import { POSSIBLE_DUPLICATE } from './values.ts'

const THING = 'Member'
/** The longest wait for an upload of the same network; after it the caller is asked to try again. */
const PATIENCE_MS = 10_000

export type AddPayorDependencies = Pick<IdentifyDependencies, 'payorsNamed'> &
  Readonly<{
    store: EventStore
    personal: PersonalData
    locks: Pick<Locks, 'take'>
    memberById: (id: PayorId) => Promise<Readonly<{ known: KnownMember; shown: Member }> | null>
  }>

const personOf = ({ kind, ...given }: NewMember): Person => {
  const individual = kind === 'individual'
  const { firstName, lastName } = given
  return {
    firstName: (individual && firstName) || null,
    lastName: (individual && lastName) || null,
    name: singleSpaced(individual ? `${firstName} ${lastName}` : (given.name ?? '')),
    email: given.email || null,
    phone: given.phone || null,
    dob: (individual && given.dob) || null,
    gender: (individual && given.gender) || null,
    contactName: (!individual && given.contactName) || null,
  }
}

/**
 * The payors that an upload would match with this person (R46): the single match, or all namesakes if the match is
 * ambiguous.
 */
const meantBy = (person: Person, namesakes: readonly KnownPayor[]): readonly KnownPayor[] => {
  const key = nameKey(person.name)
  const directory = openDirectory()
  directory.unknownOf([key])
  for (const payor of namesakes) directory.add({ payor, row: null })
  const { found, ambiguous } = directory.match({ nameKey: key, person })
  if (ambiguous) return namesakes
  return found ? [found.payor] : []
}

/** Adds one person or congregation by hand (R53). */
export const addPayorRoute = ({ store, personal, locks, payorsNamed, memberById }: AddPayorDependencies): Route => {
  /** Waits for the network's uploads and other additions, since each must find the payors that the others add. */
  const inTurn = async <Result>(networkId: NetworkId, work: () => Promise<Result>): Promise<Result> => {
    const letGo = await locks.take(turnOfNetwork(networkId), { patience: PATIENCE_MS })
    if (!letGo) throw new DomainError('unavailable', 'unavailable', 'Members are being uploaded at this moment. Please try again in a minute.')
    return work().finally(letGo)
  }

  const isForgotten = async (id: PayorId): Promise<boolean> => (await personal.forgotten([id])).size > 0
  const congregationOf = congregationIn({ personal, memberById })

  const refuseDuplicates = async (networkId: NetworkId, { kind }: NewMember, person: Person): Promise<void> => {
    const meant = meantBy(person, await payorsNamed(networkId, kind, [nameKey(person.name)])).slice(0, MOST_MATCHES)
    if (meant.length === 0) return
    const matches = (await Promise.all(meant.map(({ id }) => memberById(id)))).flatMap((match) => match?.shown ?? [])
    throw refused(POSSIBLE_DUPLICATE, 'Someone with this name already exists. Is it the same person?', { matches })
  }

  return route({
    method: 'post',
    path: '/api/members',
    summary: 'Add one member or congregation; 409 with `matches` where somebody like them is there, unless confirmed',
    access: keysWrite(admins('create', 'member')),
    body: NewMember,
    answer: Member,
    status: 201,
    creates: true,
    refusals: ['not-found', 'possible-duplicate'],
    handle: async ({ visitor, body, circumstances, settled, etag }) => {
      if (!visitor.network) throw forbidden('create', 'member')
      const networkId = mayIn(visitor, visitor.network, 'write', THING, 'create')
      const memberId = uuidV5(`member/${circumstances.cause}`) as PayorId
      const stream = `member-${memberId}` as const
      const person = personOf(body)
      const { kind } = body
      const congregation = kind === 'individual' && body.congregationId ? await congregationOf(networkId, body.congregationId) : null
      const memberSince = body.memberSince || null

      const add = async (): Promise<Appended[]> => {
        // A retry of an interrupted request finds the person that the first try added, who is no duplicate.
        const [first] = await store.read(stream)
        if (first && (await isForgotten(memberId))) throw missing(THING)
        if (first) return [{ stream, revision: first.revision, position: first.position }]
        if (!body.confirm) await refuseDuplicates(networkId, body, person)
        const [sealed] = await personal.sealAll([{ owner: memberId, value: person }])
        if (!sealed) throw missing(THING)
        const congregationId = congregation?.id ?? null
        const details: MemberDetails = { memberId, kind, person: sealed as unknown as Person, memberSince, congregationId }
        const event: PayorEvent = { type: 'MemberAdded', data: { ...details, networkId } }
        const appended = await store.append(stream, eventsFor(stream, 0, [event], circumstances), 'none')
        return [appended]
      }
      // The turn ends only once the read models show the person, so that the next caller finds them.
      await inTurn(networkId, async () => settled(await add()))
      etag(tagOf(0))
      const { contactName: _, dob, ...shown } = person
      const days = { dob: dob && toApiDay(dob), memberSince: memberSince && toApiDay(memberSince) }
      return { id: memberId, kind, ...shown, ...days, congregation, balance: 0 }
    },
  })
}
