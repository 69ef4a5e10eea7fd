import type { Db } from '#platform/database/database.ts'

/** What distinguishes this portal from others. */
export async function getPortalId(db: Db): Promise<string> {
  const { id } = await db.selectFrom('portal').select('id').executeTakeFirstOrThrow()
  return id
}
