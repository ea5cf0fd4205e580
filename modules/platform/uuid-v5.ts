import { v5 } from 'uuid'

/** A name-based uuid in the URL namespace (RFC 9562): equal names have equal ids. */
export const uuidV5 = (name: string): string => v5(name, v5.URL)
