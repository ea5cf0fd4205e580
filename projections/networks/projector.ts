import type { NetworkEvent } from '../../modules/networks/events.ts'
import type { Projection, Recorded } from '../projection.ts'

/** Networks and who has which role in them: few and small, so one statement an event. */
export const networksProjection: Projection = {
  name: 'networks',
  categories: ['network'],
  fold: async (tx, events) => {
    for (const { type, data, position, revision } of events as readonly Recorded<NetworkEvent>[]) {
      if (type === 'NetworkCreated')
        await tx.query(
          `insert into networks (id, name, slug, description, time_zone, embed_origins, reminder_days, position, revision) values ($1, $2, $3, $4, $5, '{}', $6, $7, $8)`,
          [data.networkId, data.name, data.slug, data.description, data.timeZone, data.reminderDays, position, revision],
        )
      else if (type === 'NetworkRoleGranted')
        await tx.query(
          `insert into network_people (network_id, user_id, role, position) values ($1, $2, $3, $4) on conflict (network_id, user_id) do update set role = excluded.role`,
          [data.networkId, data.userId, data.role, position],
        )
      await tx.query('update networks set revision = $2 where id = $1', [data.networkId, revision])
    }
  },
}
