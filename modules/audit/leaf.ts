import { createHash } from 'node:crypto'
import type { RecordedEvent } from '../platform/event-store/event-store.ts'
import { canonicalJson } from './canonical-json.ts'

/**
 * The line of an event in an audit pack, as recorded. Encrypted fields stay encrypted, so that forgetting a person
 * changes no line. The position is left out, since a restore into another store changes it (but not the order).
 */
export const lineOf = ({ id, type, data, metadata, stream, revision }: Omit<RecordedEvent, 'position'>): string =>
  canonicalJson({ data, id, metadata, revision, stream, type })

/** The hash of a leaf (RFC 9162, 2.1.1). The leaf is the line in UTF-8 without its line feed. */
export const leafHash = (line: string): Buffer => createHash('sha256').update('\0').update(line).digest()
