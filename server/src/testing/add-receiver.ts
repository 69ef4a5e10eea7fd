import { randomUUID } from 'node:crypto'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { AlertChannel } from '#features/alerts/alert-channel.ts'

/** By which the receivers of `addReceiver` get messages. */
export const TEST_CHANNEL: AlertChannel = {
  channel: 'webhook',
  mostAnHour: 60,
  findRetry: async () => undefined,
  write: (due) =>
    due
      .map(({ alert }) => `${alert.kind} in ${new Date(0).toLocaleString('en', { timeZone: alert.timeZone })}`)
      .join('\n'),
}

/** Adds a receiver of the alerts of an entity: a row of the only table that has some. Returns its id. */
export async function addReceiver(db: Db, entity: EntityId, name = 'Control room'): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into webhook (id, entity_id, name, url, kind, secret, created_at)
    values (${id}, ${entity}, ${name}, 'https://localhost/', 'generic', 'secret', now())`.execute(db)
  return id
}
