import type { z } from 'zod'
import type { Instant } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { NetworkId } from '../kernel/ids.ts'
import { OF_COMMANDS, OF_RIGHTS } from '../kernel/refusals.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { mayIn, signedIn, type Visitor } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { untilOf } from './access.ts'
import { keyOver, replacedUntil } from './api-keys.ts'
import { ApiKeySecret, NewApiKey, REPLACED_HOURS } from './contract.ts'
import { networkStream } from './events.ts'
import { type KeySecrets, newKeySecret } from './key-secrets.ts'
import { networkHandler } from './routes.ts'

export type ApiKeyDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  secrets: Pick<KeySecrets, 'put' | 'remove'>
  /** Clears this process's cache of accounts, sessions and keys. */
  accountsChanged: () => void
  security: Pick<SecurityLog, 'note'>
}>

const KeyParams = IdParams.extend({ keyId: IdParams.shape.id })

const apiKeys = ({ store, personal, secrets, accountsChanged }: ApiKeyDependencies) => {
  const { load, handle } = networkHandler(store, personal)
  const administered = (visitor: Visitor, id: string): NetworkId => mayIn(visitor, idOf(NetworkId, id, 'Network'), 'write', 'Network', 'update')
  const keyAt = (visitor: Visitor, { id, keyId }: z.infer<typeof KeyParams>) => ({
    networkId: administered(visitor, id),
    by: signedIn(visitor).id,
    keyId: keyId.toLowerCase(),
  })

  /**
   * Deletes all secrets of a key before the log records its end, so that the key opens nothing if the process dies
   * before the log is written.
   */
  const silence = async (keyId: string): Promise<void> => {
    await secrets.remove(keyId)
    accountsChanged()
  }

  /**
   * Makes a secret for a key that the log already holds. A crash before this leaves a key without a secret, for which
   * an Admin can make a new secret. If the key has ended meanwhile, the secret is deleted again, since ending the key
   * deleted only the secrets of that time.
   */
  const notify = async (networkId: NetworkId, keyId: string, earlierUntil: Instant | null): Promise<string> => {
    const secret = newKeySecret(keyId)
    await secrets.put(keyId, secret, earlierUntil)
    const { state } = await load(networkStream(networkId))
    if (state?.keys.get(keyId)?.ended) {
      await silence(keyId)
      throw keyOver()
    }
    accountsChanged()
    return secret
  }
  return { load, handle, administered, keyAt, silence, notify }
}
type ApiKeys = ReturnType<typeof apiKeys> & ApiKeyDependencies

const newSecrets = ({ security, load, handle, administered, keyAt, notify }: ApiKeys): Route[] => [
  route({
    method: 'post',
    path: '/api/networks/:id/api-keys',
    about: 'network',
    summary: 'Make an API key; its secret is in this answer alone',
    access: signedInTo('update', 'network'),
    fresh: true,
    params: IdParams,
    body: NewApiKey,
    answer: ApiKeySecret,
    status: 201,
    refusals: [...OF_RIGHTS, ...OF_COMMANDS, 'role-ends', 'too-many-keys', 'api-key-over'],
    handle: async ({ visitor, params, body: { name, scope, endsAt }, circumstances, req, now, settled }) => {
      const networkId = administered(visitor, params.id)
      const by = signedIn(visitor).id
      const loaded = await load(networkStream(networkId))
      const keyId = uuidV5(`api-key/${networkId}/${circumstances.cause}`)
      const command = { type: 'MakeApiKey', networkId, keyId, name, scope, endsAt: untilOf(endsAt, loaded.state), by, at: now } as const
      const { shown } = await handle(networkStream(networkId), command, circumstances, loaded)
      const secret = await notify(networkId, keyId, null)
      await settled(shown)
      security.note('key-made', req, { user: by, key: keyId })
      return { id: keyId, secret }
    },
  }),
  route({
    method: 'post',
    path: '/api/networks/:id/api-keys/:keyId/replace',
    about: 'network',
    summary: `Give an API key a new secret, which is in this answer alone; the one before is good for ${REPLACED_HOURS} more hours`,
    access: signedInTo('update', 'network'),
    fresh: true,
    params: KeyParams,
    answer: ApiKeySecret,
    refusals: [...OF_RIGHTS, ...OF_COMMANDS, 'role-ends', 'api-key-over'],
    handle: async ({ visitor, params, circumstances, req, now, settled }) => {
      const { networkId, by, keyId } = keyAt(visitor, params)
      const { shown } = await handle(networkStream(networkId), { type: 'ReplaceApiKey', networkId, keyId, by, at: now }, circumstances)
      const secret = await notify(networkId, keyId, replacedUntil(now))
      await settled(shown)
      security.note('key-replaced', req, { user: by, key: keyId })
      return { id: keyId, secret }
    },
  }),
]

const endings = ({ security, load, handle, keyAt, silence }: ApiKeys): Route[] => [
  route({
    method: 'delete',
    path: '/api/networks/:id/api-keys/:keyId',
    about: 'network',
    summary: 'End an API key at once',
    access: signedInTo('update', 'network'),
    fresh: true,
    params: KeyParams,
    status: 204,
    refusals: [...OF_RIGHTS, ...OF_COMMANDS],
    handle: async ({ visitor, params, circumstances, req, now, settled }) => {
      const { networkId, by, keyId } = keyAt(visitor, params)
      const { state } = await load(networkStream(networkId))
      if (!state?.keys.has(keyId)) throw missing('API key')
      await silence(keyId)
      const { shown } = await handle(networkStream(networkId), { type: 'EndApiKey', networkId, keyId, by, at: now }, circumstances)
      await settled(shown)
      // Deletes the secrets once more, since another process may have made one meanwhile.
      await silence(keyId)
      security.note('key-ended', req, { user: by, key: keyId })
      return null
    },
  }),
]

/**
 * Calls for Admins to manage the API keys of their network. None takes an Idempotency-Key: a stored answer would keep
 * the secret, which is shown once and stored nowhere.
 */
export const apiKeyRoutes = (dependencies: ApiKeyDependencies): Route[] => {
  const context = { ...dependencies, ...apiKeys(dependencies) }
  return [...newSecrets(context), ...endings(context)]
}
