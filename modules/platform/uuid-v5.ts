import { v5 } from 'uuid'

/** The id of a name (RFC 9562, in the URL namespace): the same name has the same one. */
export const uuidV5 = (name: string): string => v5(name, v5.URL)
