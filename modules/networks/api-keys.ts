import { type Instant, instantOf } from '../kernel/dates.ts'
import { invalid, missing, refused } from '../kernel/errors.ts'
import { type By, type Existing, type HeldKey, mayTouch } from './access.ts'
import { type KeyScope, REPLACED_HOURS } from './contract.ts'
import type { NetworkEvent } from './events.ts'
import { API_KEYS_MAX } from './values.ts'

export type ApiKeyCommand =
  | ({ type: 'MakeApiKey'; keyId: string; name: string; scope: KeyScope; endsAt: Instant | null } & By)
  | ({ type: 'ReplaceApiKey'; keyId: string } & By)
  | ({ type: 'EndApiKey'; keyId: string } & By)

const HOUR_MS = 3_600_000

const isLive = ({ ended, endsAt }: HeldKey, at: Instant): boolean => !ended && (endsAt === null || endsAt > at)

/** The key with this id, live or ended. @throws DomainError 404 */
const held = ({ keys }: Existing, keyId: string): HeldKey => {
  const key = keys.get(keyId)
  if (!key) throw missing('API key')
  return key
}

/** End of validity of a secret that is replaced at a moment. */
export const replacedUntil = (at: Instant): Instant => instantOf(Date.parse(at) + REPLACED_HOURS * HOUR_MS)

export const keyOver = () => refused('api-key-over', 'This API key has ended. Make another one.')

/** Live keys have distinct names. */
const mayBeMade = ({ keys }: Existing, name: string, at: Instant): void => {
  const live = [...keys.values()].filter((key) => isLive(key, at))
  if (live.some((key) => key.name.toLowerCase() === name.toLowerCase())) throw invalid('name', 'Another API key has this name')
  if (live.length >= API_KEYS_MAX)
    throw refused('too-many-keys', `A network can have at most ${API_KEYS_MAX} API keys. First end one that is no longer used.`)
}

/** Decides about a network's API keys. An Admin with temporary access cannot make a key that outlasts it (R25). */
export const decideApiKeys = (command: ApiKeyCommand, network: Existing): NetworkEvent[] => {
  const { networkId, keyId, at } = command
  switch (command.type) {
    case 'MakeApiKey': {
      const { name, scope, endsAt } = command
      if (network.keys.has(keyId)) return []
      if (endsAt && endsAt <= at) throw invalid('endsAt', 'The end of the key must be in the future')
      mayTouch(network, command, [{ expiresAt: endsAt }])
      mayBeMade(network, name, at)
      return [{ type: 'ApiKeyMade', data: { networkId, keyId, name, scope, endsAt } }]
    }
    case 'ReplaceApiKey': {
      const key = held(network, keyId)
      mayTouch(network, command, [{ expiresAt: key.endsAt }])
      if (!isLive(key, at)) throw keyOver()
      const earlierUntil = replacedUntil(at)
      return key.replacedUntil === earlierUntil ? [] : [{ type: 'ApiKeyReplaced', data: { networkId, keyId, earlierUntil } }]
    }
    case 'EndApiKey': {
      const key = held(network, keyId)
      // Ending a key grants nothing, so any Admin may end one.
      mayTouch(network, command, [])
      return key.ended ? [] : [{ type: 'ApiKeyEnded', data: { networkId, keyId } }]
    }
  }
}
