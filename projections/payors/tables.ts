import type { MemberDetails } from '../../modules/payors/events.ts'
import { day, int, moment, position, type Row, table, text, uuid } from '../table.ts'

/**
 * The trigrams of a text: all of them if `every` is 1, or just enough to cover the text if `every` is 3. They are
 * hashed with the network, so that a lookup in one network does not read another's entries. A space counts twice, so
 * that a word can be looked up by its first character alone.
 */
export const grams = `create function grams(network uuid, sought text, every int) returns bigint[] immutable strict parallel safe
return array(
  select hashtextextended(substr(spaced, i, 3), uuid_hash_extended(network, 0))
  from (select replace(sought, ' ', '  ') as spaced offset 0) s cross join generate_series(1, length(spaced) - 2) i
  where i % every = 1 % every or i = length(spaced) - 2
)`

export const members = table(
  'members',
  {
    id: uuid().key(),
    networkId: uuid().fixed(),
    kind: text<MemberDetails['kind']>().fixed(),
    name: text(),
    firstName: text().orNull(),
    lastName: text().orNull(),
    email: text().orNull(),
    phone: text().orNull(),
    dob: day().orNull(),
    gender: text().orNull(),
    contactName: text().orNull(),
    memberSince: day().orNull(),
    congregationId: uuid().orNull(),
    /** Letters and digits alone, without case and accents, for matching and searches. */
    nameKey: text(),
    /** Sort key of lists: the last name first, normalized, with spaces between words. */
    sortKey: text(),
    /** The searched text: words of the name, e-mail and digits of the phone. */
    sought: text(),
    /** The revision of the member's stream. The stream begins with the first change; before it, the revision is -1. */
    revision: int(),
    /** The stream in which the history begins: the member's, or that of an upload. */
    registeredIn: text().fixed(),
    since: position(),
  },
  {
    settings: 'autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0',
    indexes: {
      name: '(network_id, name_key)',
      sorted: '(network_id, sort_key, id)',
      // GIN's pending list holds up to 64 MB of an upload's entries; they are merged into the index after the upload
      // (statistics.ts), which saves a third of its time. The column has no statistics: they are slow to gather, and
      // the planner could not use them, since it does not see which trigrams a search looks up.
      sought: `using gin (grams(network_id, sought, 1)) with (gin_pending_list_limit = 65536);
        alter index members_sought alter column 1 set statistics 0`,
      email: '(lower(email)) where email is not null',
      congregation: '(congregation_id) where congregation_id is not null',
    },
    past: { by: 'trigger', indexes: { network: '(network_id)' } },
  },
)
export type MemberRow = Row<typeof members>

/** The words of names with the number of payors who have them, for spelling corrections. */
export const nameWords = table(
  'name_words',
  { networkId: uuid(), word: text(), members: int() },
  { key: '(network_id, word)', indexes: { word: 'using gin (word gin_trgm_ops) with (gin_pending_list_limit = 65536)' } },
)

export const uploads = table(
  'uploads',
  { id: uuid().key(), networkId: uuid(), programId: uuid(), slices: int(), position: position() },
  { indexes: { program: '(program_id, position)' } },
)

/** Payors who were removed from a program and have not rejoined it. */
export const leftPrograms = table('left_programs', { programId: uuid(), payorId: uuid(), since: moment() }, { key: '(program_id, payor_id)' })

/** The events by which a payor was removed from a program or rejoined it, for the payor's history. */
export const programMoves = table(
  'program_moves',
  { payorId: uuid(), position: position(), programId: uuid(), stream: text() },
  { key: '(payor_id, position)' },
)
