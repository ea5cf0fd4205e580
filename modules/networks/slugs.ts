import { Conflict, type EventStore } from '../platform/event-store.ts'
import { type Circumstances, metadataOf } from '../platform/handle.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'

const MAX_LENGTH = 48

/** 'Synod of the Plains' → 'synod-of-the-plains'. */
export const slugOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return plain || 'network'
}

/** Reserves a slug for a network: its stream can begin only once, so nobody else has it. A repeat gets the same one. */
export const reserveSlug = async (store: EventStore, name: string, networkId: string, circumstances: Circumstances): Promise<string> => {
  const wanted = slugOf(name)
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`
    const id = uuidV5(`slug/${slug}/${networkId}`)
    const event = { id, type: 'SlugReserved', data: { slug, networkId }, metadata: metadataOf(circumstances, id) }
    try {
      await store.append(`slug-${slug}`, [event], 'none')
      return slug
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
    }
  }
}
