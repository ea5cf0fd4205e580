import { Conflict, type EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, metadataOf } from '../platform/handle.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { SLUG_MAX_LENGTH } from './contract.ts'
import type { SlugEvent } from './events.ts'

/** Makes a slug from a name: 'Synod of the Plains' → 'synod-of-the-plains'. */
export const slugOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return plain || 'network'
}

/**
 * Takes a slug for a network. The slug's stream can begin only once, so no other network can have the slug (R22).
 * Returns true for a slug that the network had before, too.
 */
export const takeSlug = async (store: EventStore, slug: string, networkId: string, circumstances: Circumstances): Promise<boolean> => {
  const stream = `slug-${slug}` as const
  const id = uuidV5(`slug/${slug}/${networkId}`)
  const reservation: SlugEvent = { type: 'SlugReserved', data: { slug, networkId } }
  try {
    await store.append(stream, [{ id, ...reservation, metadata: metadataOf(circumstances, id) }], 'none')
    return true
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
    const [reserved] = await store.read(stream)
    return reserved?.data.networkId === networkId
  }
}

/** Reserves the first available slug like the wanted one. Repeating the command reserves the same slug. */
export const reserveSlug = async (store: EventStore, wanted: string, networkId: string, circumstances: Circumstances): Promise<string> => {
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : `-${n}`
    const slug = `${wanted.slice(0, SLUG_MAX_LENGTH - end.length).replace(/-+$/, '')}${end}`
    if (await takeSlug(store, slug, networkId, circumstances)) return slug
  }
}
