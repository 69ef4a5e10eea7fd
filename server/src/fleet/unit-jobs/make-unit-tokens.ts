import { setImmediate } from 'node:timers/promises'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { requireAdmin } from '#people/access/access-policy.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createUnitToken, hashUnitToken } from '#fleet/units/unit-token.ts'
import { createUnitJobStore } from './unit-job-store.ts'

type Dependencies = Pick<Platform, 'db' | 'bus' | 'clock' | 'random'>

interface MadeTokens {
  units: { dataID: DataId; token: string }[]
  leftOut: DataId[]
}

const TOKENS_AT_ONCE = 500

/**
 * Makes the tokens of the units that an import added, once; they are kept nowhere. A unit that got one in the meantime keeps it.
 * @throws DomainError access/forbidden, unit/job-not-found, unit/job-running, unit/tokens-taken
 */
export async function makeUnitTokens(
  { db, bus, clock, random }: Dependencies,
  caller: Caller,
  jobId: number,
): Promise<MadeTokens> {
  requireAdmin(caller)
  const made: MadeTokens = { units: [], leftOut: [] }
  await db.transaction().execute(async (tx) => {
    const jobs = createUnitJobStore(tx)
    const job = await jobs.claimOwn(jobId, caller.userId)
    if (job === undefined) throw new DomainError('unit/job-not-found')
    if (job.endedAt === undefined) throw new DomainError('unit/job-running')
    if (job.tokensAt !== undefined) throw new DomainError('unit/tokens-taken')
    const added = await jobs.listNew(jobId)
    await createUnitStore(tx).lock(...added.map(({ dataId }) => dataId))
    // Again, under the locks.
    const now = clock()
    const wanted = await jobs.listNew(jobId)
    const isOwn = await ownUnits(tx, caller, wanted)
    for (let start = 0; start < wanted.length; start += TOKENS_AT_ONCE) {
      const some = wanted.slice(start, start + TOKENS_AT_ONCE)
      const tokens = some.flatMap(({ dataId, isWithout }) =>
        isWithout && isOwn.has(dataId) ? [{ dataID: dataId, token: createUnitToken(random) }] : [],
      )
      await jobs.setTokenHashes(
        tokens.map(({ dataID, token }) => ({ dataId: dataID, tokenHash: hashUnitToken(token) })),
      )
      await createAuditStore(tx).recordAll(
        tokens.map(({ dataID }) => ({
          at: now,
          userId: caller.userId,
          entityId: isOwn.get(dataID),
          action: 'make unit token',
          subjectKind: 'unit',
          subjectId: dataID,
          after: { jobID: jobId },
        })),
      )
      made.units.push(...tokens)
      const given = new Set(tokens.map(({ dataID }) => dataID))
      made.leftOut.push(...some.flatMap(({ dataId }) => (given.has(dataId) ? [] : [dataId])))
      await setImmediate()
    }
    await jobs.setTokensTaken(jobId, now)
  })
  for (const { dataID: dataId } of made.units) bus.publish('unit-access-changed', { dataId, connectionsEnd: true })
  return made
}

/** Those about which the caller decides alone, with the entity of each. */
async function ownUnits(tx: Db, { reach }: Caller, wanted: readonly { dataId: DataId }[]) {
  const units = await createUnitStore(tx).listDocuments(reach, { dataIds: wanted.map(({ dataId }) => dataId) })
  return new Map(
    units.flatMap(({ dataID, entities, sharedWith = [] }) => (sharedWith.length > 0 ? [] : [[dataID, entities[0]]])),
  )
}
