import { describe, expect, test } from 'vitest'
import { scenario } from '../../scripts/testing/scenario.ts'
import { type Instant, instantOf } from '../kernel/dates.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { memoryEventStore } from '../platform/event-store/memory.ts'
import type { WebhookChange } from '../webhooks/contract.ts'
import type { NetworkChange } from './contract.ts'
import { networkDecider } from './decider.ts'
import type { NetworkEvent, NetworkSettings } from './events.ts'
import { reserveSlug, slugOf, takeSlug } from './slugs.ts'

const networkId = 'network' as NetworkId
const by = 'ada' as UserId

test('a network is created once, with its creator as Admin', () => {
  scenario(networkDecider)()
    .when({ type: 'CreateNetwork', networkId, name: 'Synod', slug: 'synod', description: null, by })
    .then(
      {
        type: 'NetworkCreated',
        data: {
          networkId,
          name: 'Synod',
          slug: 'synod',
          description: null,
          timeZone: 'America/New_York',
          reminderDays: [-7, 0, 3, 10, 30],
          createdBy: by,
        },
      },
      { type: 'NetworkRoleGranted', data: { networkId, userId: by, role: 'Admin' } },
    )
})

test.each([
  ['Synod of the Plains', 'synod-of-the-plains'],
  ['  Iglesia de Jesús — Perú! ', 'iglesia-de-jesus-peru'],
  ['教会', 'network'],
  [`${'a'.repeat(47)} b`, 'a'.repeat(47)],
])('the slug of %j is %s', (name, slug) => expect(slugOf(name)).toBe(slug))

test('networks with one name get different slugs, and a repeated command gets the same slug', async () => {
  const store = memoryEventStore()
  const reserve = (network: string, cause: string) =>
    reserveSlug(store, 'synod', network, { actor: 'user:ada', at: '2026-01-01T00:00:00.000Z' as never, cause })
  expect(await reserve('first', 'a')).toBe('synod')
  expect(await reserve('second', 'b')).toBe('synod-2')
  expect(await reserve('first', 'a')).toBe('synod')
  const circumstances = { actor: 'user:ada', at: '2026-01-01T00:00:00.000Z' as never, cause: 'c' }
  expect(await takeSlug(store, 'synod', 'second', circumstances), 'taken by another').toBe(false)
  const long = `${'a'.repeat(45)}-bc`
  const reserved = ['third', 'fourth', 'fifth'].map((network) => reserveSlug(store, long, network, circumstances))
  expect((await Promise.all(reserved)).sort(), 'of 48 characters at most').toEqual([`${'a'.repeat(45)}-2`, `${'a'.repeat(45)}-3`, long])
  await store.close()
})

const at = '2026-06-01T12:00:00.000Z' as Instant
const later = '2026-07-01T12:00:00.000Z' as Instant
const ben = 'ben' as UserId
const email = 'ben@example.org'
const created: NetworkEvent[] = [
  {
    type: 'NetworkCreated',
    data: { networkId, name: 'Synod', slug: 'synod', description: null, timeZone: 'America/New_York', reminderDays: [0], createdBy: by },
  },
  { type: 'NetworkRoleGranted', data: { networkId, userId: by, role: 'Admin' } },
]
const granted = (userId: UserId, role: 'Admin' | 'Auditor'): NetworkEvent => ({ type: 'NetworkRoleGranted', data: { networkId, userId, role } })
const invited = (invitationId = 'one'): NetworkEvent => ({
  type: 'PersonInvited',
  data: { networkId, invitationId, invitee: { email }, role: 'Auditor', expiresAt: null, acceptUntil: '2026-06-16T03:59:59.999Z' as Instant },
})
const given = (...more: NetworkEvent[]) => scenario(networkDecider)(...created, ...more)
const admitting = { networkId, email, role: 'Auditor', expiresAt: null, by, at } as const
const removing = (personId: string, who = by) => ({ type: 'Remove', networkId, personId, by: who, at }) as const

describe('access to a network', () => {
  test('a person with access gets another role at once, for good or until a day', () => {
    const isIn = granted(ben, 'Admin')
    given(isIn)
      .when({ type: 'GrantRole', userId: ben, ...admitting })
      .then(granted(ben, 'Auditor'))
    given(isIn)
      .when({ type: 'GrantRole', userId: ben, ...admitting, expiresAt: later })
      .then({ type: 'TemporaryRoleGranted', data: { networkId, userId: ben, role: 'Auditor', expiresAt: later } })
    given(isIn)
      .when({ type: 'GrantRole', userId: ben, ...admitting, expiresAt: at })
      .refused('invalid')
  })

  test('a person whose access has ended meanwhile does not regain it through a change of role', () => {
    given(granted(ben, 'Auditor'), { type: 'NetworkRoleRevoked', data: { networkId, userId: ben } })
      .when({ type: 'GrantRole', userId: ben, ...admitting })
      .refused('not-found')
  })

  test('the last permanent Admin can neither leave nor be demoted', () => {
    given().when(removing(by)).refused('last-admin')
    given()
      .when({ type: 'GrantRole', userId: by, ...admitting })
      .refused('last-admin')
    given()
      .when({ type: 'GrantRole', userId: by, ...admitting, role: 'Admin', expiresAt: later })
      .refused('last-admin')
    const guest: NetworkEvent = { type: 'TemporaryRoleGranted', data: { networkId, userId: ben, role: 'Admin', expiresAt: later } }
    given(guest).when(removing(by)).refused('last-admin')
    given(granted(ben, 'Admin'))
      .when(removing(by))
      .then({ type: 'NetworkRoleRevoked', data: { networkId, userId: by } })
  })

  test('a newer invitation to the same address replaces the earlier one', () => {
    given()
      .when({ type: 'Invite', invitationId: 'one', ...admitting })
      .then(invited())
    given(invited())
      .when({ type: 'Invite', invitationId: 'two', ...admitting, email: 'BEN@example.org' })
      .then({ type: 'InvitationRevoked', data: { networkId, invitationId: 'one' } }, {
        ...invited('two'),
        data: { ...invited('two').data, invitee: { email: 'BEN@example.org' } },
      } as NetworkEvent)
  })

  const accepted: NetworkEvent = { type: 'InvitationAccepted', data: { networkId, invitationId: 'one', userId: ben } }
  const accept = { type: 'AcceptInvitation', networkId, invitationId: 'one', userId: ben, email, at } as const
  test('an invitation is accepted by its recipient, in time, once', () => {
    given(invited()).when(accept).then(accepted, granted(ben, 'Auditor'))
    given(invited())
      .when({ ...accept, email: 'eve@example.org' })
      .refused('forbidden')
    given(invited())
      .when({ ...accept, at: later })
      .refused('token-invalid')
    given().when(accept).refused('token-invalid')
    const revoked: NetworkEvent = { type: 'InvitationRevoked', data: { networkId, invitationId: 'one' } }
    given(invited(), revoked).when(accept).refused('token-invalid')
    given(invited(), accepted, granted(ben, 'Auditor'), { type: 'NetworkRoleRevoked', data: { networkId, userId: ben } })
      .when(accept)
      .refused('token-invalid')
  })

  /** The event after its address is forgotten. */
  const nameless = { ...invited(), data: { ...invited().data, invitee: null } } as NetworkEvent
  test('an invitation with a forgotten address is visible only to the user who answered it', () => {
    const eve = { ...accept, userId: 'eve' as UserId }
    given(nameless, accepted, granted(ben, 'Auditor')).when(accept).then()
    given(nameless, accepted, granted(ben, 'Auditor')).when(eve).refused('forbidden')
    const declined: NetworkEvent = { type: 'InvitationDeclined', data: { networkId, invitationId: 'one', userId: ben } }
    given(nameless, declined)
      .when({ ...accept, type: 'DeclineInvitation' })
      .then()
    given(nameless, declined)
      .when({ ...eve, type: 'DeclineInvitation' })
      .refused('forbidden')
    // The invitation has ended for everyone, even for a user without a confirmed address.
    for (const email of [accept.email, ''])
      given(nameless)
        .when({ ...accept, email })
        .refused('token-invalid')
    given(granted(ben, 'Admin'), nameless)
      .when({ type: 'GrantRole', userId: ben, ...admitting })
      .then(granted(ben, 'Auditor'))
    given(nameless)
      .when({ type: 'Invite', invitationId: 'two', ...admitting })
      .then(invited('two'))
  })

  test('an invitation declined by its recipient has ended', () => {
    const decline = { ...accept, type: 'DeclineInvitation' } as const
    const declined: NetworkEvent = { type: 'InvitationDeclined', data: { networkId, invitationId: 'one', userId: ben } }
    given(invited()).when(decline).then(declined)
    given(invited(), declined).when(accept).refused('token-invalid')
    given(invited(), accepted, granted(ben, 'Auditor')).when(decline).refused('token-invalid')
    given(invited())
      .when({ ...decline, email: 'eve@example.org' })
      .refused('forbidden')
    given(invited())
      .when({ ...decline, at: later })
      .refused('token-invalid')
  })

  test('a new role ends an open invitation to the same address', () => {
    given(granted(ben, 'Admin'), invited())
      .when({ type: 'GrantRole', userId: ben, ...admitting })
      .then({ type: 'InvitationRevoked', data: { networkId, invitationId: 'one' } }, granted(ben, 'Auditor'))
  })

  describe('an Admin whose own role ends', () => {
    const guest = 'guest' as UserId
    const until = (userId: UserId, role: 'Admin' | 'Auditor', expiresAt: Instant): NetworkEvent => ({
      type: 'TemporaryRoleGranted',
      data: { networkId, userId, role, expiresAt },
    })
    const soon = '2026-06-20T12:00:00.000Z' as Instant
    const past = '2026-05-01T12:00:00.000Z' as Instant
    const temporary = until(guest, 'Admin', soon)
    const bys = { ...admitting, by: guest }

    test.each([null, later])('grants no role that lasts until %s', (expiresAt) => {
      given(temporary)
        .when({ type: 'Invite', invitationId: 'one', ...bys, expiresAt })
        .refused('role-ends')
      given(temporary, until(ben, 'Auditor', soon))
        .when({ type: 'GrantRole', userId: ben, ...bys, expiresAt })
        .refused('role-ends')
      given(temporary)
        .when({ type: 'GrantRole', userId: guest, ...bys, role: 'Admin', expiresAt })
        .refused('role-ends')
    })

    test('grants a role that ends no later, and leaves', () => {
      given(temporary, until(ben, 'Auditor', soon))
        .when({ type: 'GrantRole', userId: ben, ...bys, role: 'Admin', expiresAt: soon })
        .then(until(ben, 'Admin', soon))
      given(temporary)
        .when(removing(guest, guest))
        .then({ type: 'NetworkRoleRevoked', data: { networkId, userId: guest } })
      given(temporary, until(ben, 'Auditor', soon))
        .when(removing(ben, guest))
        .then({ type: 'NetworkRoleRevoked', data: { networkId, userId: ben } })
    })

    test.each([
      ['for good', granted(ben, 'Auditor')],
      ['for longer', until(ben, 'Auditor', later)],
    ])('neither changes nor ends a role held %s', (_, theirs) => {
      given(temporary, theirs).when(removing(ben, guest)).refused('role-ends')
      given(temporary, theirs)
        .when({ type: 'GrantRole', userId: ben, ...bys, expiresAt: soon })
        .refused('role-ends')
    })

    test('neither revokes nor replaces a permanent invitation', () => {
      given(temporary, invited()).when(removing('one', guest)).refused('role-ends')
      given(temporary, invited())
        .when({ type: 'Invite', invitationId: 'two', ...bys, expiresAt: soon })
        .refused('role-ends')
    })

    test.each([
      ['has ended', until(guest, 'Admin', past)],
      ['is another', granted(guest, 'Auditor')],
    ])('can do nothing once it %s', (_, role) => {
      given(role, granted(ben, 'Auditor')).when(removing(ben, guest)).refused('forbidden')
      given(role)
        .when({ type: 'Invite', invitationId: 'one', ...bys, expiresAt: soon })
        .refused('forbidden')
    })
  })
})

test('settings change one by one, and an empty text removes one', () => {
  const before = {
    name: 'Synod',
    slug: 'synod',
    description: null,
    timeZone: 'America/New_York',
    embedOrigins: [],
    reminderDays: [0],
    senderName: null,
  }
  const edited = (data: Partial<NetworkSettings>): NetworkEvent => ({ type: 'NetworkSettingsEdited', data: { networkId, ...data } })
  const change = (changed: NetworkChange) => ({ type: 'ChangeSettings', networkId, change: changed }) as const
  given()
    .when(change({ senderName: 'Treasury', reminderDays: [3, -7, 3] }))
    .then(edited({ senderName: 'Treasury', reminderDays: [-7, 3] }))
  given({ type: 'NetworkSettingsChanged', data: { networkId, ...before, senderName: 'Treasury' } })
    .when(change({ senderName: '' }))
    .then(edited({ senderName: null }))
  given(edited({ language: 'es' }), edited({ senderName: 'Treasury' }))
    .when(change({ language: 'es', senderName: 'Treasury', trackMail: true }))
    .then(edited({ trackMail: true }))
  given(edited({ language: 'es' }))
    .when(change({ language: 'es' }))
    .then()
})

describe('a change of a webhook', () => {
  const terms = { name: 'Books', url: 'https://books.example/hook', happenings: ['bill.paid'] } as const
  const made: NetworkEvent = { type: 'WebhookMade', data: { networkId, webhookId: 'one', ...terms } }
  const changed = (isOn: boolean, more: Partial<Record<'name' | 'url', string>> = {}): NetworkEvent => ({
    type: 'WebhookChanged',
    data: { networkId, webhookId: 'one', ...terms, ...more, isOn },
  })
  const changing = (change: WebhookChange) => ({ type: 'ChangeWebhook', networkId, webhookId: 'one', change, by, at }) as const

  test('that turns it off or on keeps a concurrently changed address', () => {
    const url = 'https://ledger.example/hook'
    given(made, changed(true, { url }))
      .when(changing({ isOn: false }))
      .then(changed(false, { url }))
    given(made)
      .when(changing({ isOn: true }))
      .then()
  })

  test('of its terms does not turn on a webhook that was turned off automatically', () => {
    given(made, { type: 'WebhookTurnedOff', data: { networkId, webhookId: 'one', because: 'gone' } })
      .when(changing({ name: 'Ledger' }))
      .then(changed(false, { name: 'Ledger' }))
    given(made)
      .when(changing({ ...terms, happenings: [...terms.happenings] }))
      .then()
  })

  test("of its secret records the key's version, as a new webhook does", () => {
    given()
      .when({ type: 'MakeWebhook', networkId, webhookId: 'one', ...terms, keyVersion: 2, by, at })
      .then({ type: 'WebhookMade', data: { networkId, webhookId: 'one', ...terms, keyVersion: 2 } })
    const earlierUntil = instantOf(Date.parse(at) + 24 * 3_600_000)
    given(made)
      .when({ type: 'ReplaceWebhookSecret', networkId, webhookId: 'one', keyVersion: 3, by, at })
      .then({ type: 'WebhookSecretReplaced', data: { networkId, webhookId: 'one', earlierUntil, keyVersion: 3 } })
  })

  test('keeps names distinct', () => {
    given(made, { type: 'WebhookMade', data: { networkId, webhookId: 'two', ...terms, name: 'Website' } })
      .when(changing({ name: 'website' }))
      .refused('invalid')
  })
})

describe('the API keys of a network', () => {
  const made = (keyId: string, name: string, endsAt: Instant | null = null): NetworkEvent => ({
    type: 'ApiKeyMade',
    data: { networkId, keyId, name, scope: 'read', endsAt },
  })
  const ended = (keyId: string): NetworkEvent => ({ type: 'ApiKeyEnded', data: { networkId, keyId } })
  const making = (keyId: string, name: string, endsAt: Instant | null = null) =>
    ({ type: 'MakeApiKey', networkId, keyId, name, scope: 'read', endsAt, by, at }) as const
  const about = (type: 'ReplaceApiKey' | 'EndApiKey', keyId = 'one', who = by) => ({ type, networkId, keyId, by: who, at }) as const

  test('are created only with a name that no other live key has and with an end in the future', () => {
    given().when(making('one', 'Books')).then(made('one', 'Books'))
    given()
      .when(making('one', 'Books', later))
      .then(made('one', 'Books', later))
    given()
      .when(making('one', 'Books', at))
      .refused('invalid')
    given(made('one', 'Books')).when(making('two', 'BOOKS')).refused('invalid')
    given(made('one', 'Books', at))
      .when(making('two', 'Books'))
      .then(made('two', 'Books'))
    given(made('one', 'Books'), ended('one')).when(making('two', 'Books')).then(made('two', 'Books'))
  })

  test('cannot exceed ten live ones', () => {
    const ten = Array.from({ length: 10 }, (_, n) => made(`${n}`, `Script ${n}`))
    given(...ten)
      .when(making('more', 'More'))
      .refused('too-many-keys')
    given(...ten, ended('3'))
      .when(making('more', 'More'))
      .then(made('more', 'More'))
    given(...ten.slice(1), made('0', 'Over', at))
      .when(making('more', 'More'))
      .then(made('more', 'More'))
  })

  test('can be replaced only while they are live, and end once', () => {
    const earlierUntil = instantOf(Date.parse(at) + 24 * 3_600_000)
    given(made('one', 'Books'))
      .when(about('ReplaceApiKey'))
      .then({ type: 'ApiKeyReplaced', data: { networkId, keyId: 'one', earlierUntil } })
    given(made('one', 'Books', at))
      .when(about('ReplaceApiKey'))
      .refused('api-key-over')
    given(made('one', 'Books'), ended('one')).when(about('ReplaceApiKey')).refused('api-key-over')
    given(made('one', 'Books')).when(about('EndApiKey')).then(ended('one'))
    given(made('one', 'Books', at))
      .when(about('EndApiKey'))
      .then(ended('one'))
    for (const type of ['ReplaceApiKey', 'EndApiKey'] as const) given().when(about(type)).refused('not-found')
  })

  test("never outlast their maker's access; any Admin may end them", () => {
    const guest: NetworkEvent = { type: 'TemporaryRoleGranted', data: { networkId, userId: ben, role: 'Admin', expiresAt: later } }
    given(guest)
      .when({ ...making('one', 'Books'), by: ben })
      .refused('role-ends')
    given(guest)
      .when({ ...making('one', 'Books', later), by: ben })
      .then(made('one', 'Books', later))
    given(guest, made('one', 'Books'))
      .when(about('ReplaceApiKey', 'one', ben))
      .refused('role-ends')
    given(guest, made('one', 'Books'))
      .when(about('EndApiKey', 'one', ben))
      .then(ended('one'))
    given(granted(ben, 'Auditor'), made('one', 'Books'))
      .when(about('EndApiKey', 'one', ben))
      .refused('forbidden')
  })
})
