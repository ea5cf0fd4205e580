import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

const MOST = 1000

/** Keeps each value for a given number of seconds, and at most the newest thousand values. */
export const shortMemory = <Value>() => {
  const kept = new Map<string, { value: Value; until: number }>()
  return {
    get: (key: string): Value | undefined => {
      const found = kept.get(key)
      return found && found.until > Date.now() ? found.value : undefined
    },
    set: (key: string, value: Value, seconds: number): void => {
      kept.delete(key)
      kept.set(key, { value, until: Date.now() + seconds * 1000 })
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST) break
        kept.delete(oldest)
      }
    },
    delete: (key: string): void => void kept.delete(key),
    deleteWhere: (wrong: (value: Value) => boolean): void => {
      for (const [key, { value }] of kept) if (wrong(value)) kept.delete(key)
    },
  }
}

/** The provider's storage. It stores no sessions, so the provider asks who signs in each time. */
export const memoryAdapter = (): AdapterFactory => {
  const memory = shortMemory<AdapterPayload>()
  return (model): Adapter => {
    const key = (id: string) => `${model} ${id}`
    return {
      upsert: async (id, payload, seconds = 0) => {
        if (model !== 'Session') memory.set(key(id), payload, seconds)
      },
      find: async (id) => memory.get(key(id)),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = memory.get(key(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => memory.delete(key(id)),
      revokeByGrantId: async (grantId) => memory.deleteWhere((payload) => payload.grantId === grantId),
    }
  }
}
