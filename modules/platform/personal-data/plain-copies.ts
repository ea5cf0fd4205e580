import type pg from 'pg'

/** Tables beside the log and the read models in which forgetting a person deletes or overwrites rows. */
export const FORGOTTEN_IN = ['person_keys', 'caught_mails', 'idempotency_keys', 'webhook_deliveries']

/**
 * Deletes plain copies of a person's data beside the log: mails caught by the sandbox, and the network's stored answers
 * and webhook answers, any of which may name the person. A repeated request then runs again, with the same cause.
 */
export const deletePlainCopies = async (
  pool: pg.Pool,
  { networkId, words, messageIds }: Readonly<{ networkId: string; words: readonly string[]; messageIds: readonly string[] }>,
): Promise<void> => {
  await pool.query(
    `delete from caught_mails where split_part(ltrim(message_id, '<'), '@', 1) = any($1) or subject like '[Test] %' or exists (
       select from unnest($2::text[]) word
       where position(lower(word) in lower(concat_ws(' ', array_to_string(recipients, ' '), subject, text, html))) > 0)`,
    [messageIds, words],
  )
  await pool.query(
    `delete from idempotency_keys where status is not null
       and (rights is null or exists (select from json_array_elements(rights) held where held ->> 'network' = $1))`,
    [networkId],
  )
  await pool.query('update webhook_deliveries set answer = null where network_id = $1 and answer is not null', [networkId])
}

export const deleteCaughtMail = async (pool: pg.Pool, messageId: string): Promise<void> => {
  await pool.query(`delete from caught_mails where split_part(ltrim(message_id, '<'), '@', 1) = $1`, [messageId])
}
