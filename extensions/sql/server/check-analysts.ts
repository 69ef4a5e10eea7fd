import { type Finding, note, well, wrong } from '@fieldwatch/server/commands/doctor/finding'
import type { ClientConfig } from 'pg'
import { findMissingRights } from './analyst-rights-store.ts'

/** Whether the user of the portal may make what analysts with SQL sign in to. */
export async function checkAnalysts(connection: ClientConfig): Promise<Finding[]> {
  const { needed, advised } = await findMissingRights(connection)
  if (needed.length > 0)
    return [
      wrong(`SQL for analysts (FIELDWATCH_SQL_PORT) needs rights. A superuser of PostgreSQL runs: ${needed.join(' ')}`),
    ]
  if (advised.length > 0)
    return [note(`A superuser of PostgreSQL can keep analysts from filling its disk: ${advised.join(' ')}`)]
  return [well('Analysts can sign in with SQL.')]
}
