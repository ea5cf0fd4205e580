import { createHash } from 'node:crypto'
import type { RecordedEvent } from '../platform/event-store/event-store.ts'
import { canonicalJson } from './canonical-json.ts'

/**
 * An event's line in an audit pack, as recorded: encrypted fields stay encrypted, so that forgetting a person changes
 * no line. Without the position, since a restore into another store changes positions, not the order.
 */
export const lineOf = ({ id, type, data, metadata, stream, revision }: Omit<RecordedEvent, 'position'>): string =>
  canonicalJson({ data, id, metadata, revision, stream, type })

/** The hash of a leaf (RFC 9162, 2.1.1), whose content is the line in UTF-8 without its line feed. */
export const leafHash = (line: string): Buffer => createHash('sha256').update('\0').update(line).digest()
