import type { Digests } from '../../modules/platform/personal-data/installation-keys.ts'
import { digest } from '../../modules/platform/personal-data/secret.ts'

/** Digests by a key that is never changed. */
export const digests: Digests = {
  of: digest,
  all: (message) => [digest(message)],
  find: async (message, fits) => (fits(digest(message)) ? digest(message) : null),
}
