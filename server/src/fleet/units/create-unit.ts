import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { createUnit as createUnitEndpoint } from '@fieldwatch/contract/units/units'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import { DomainError, isDomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createSharedTemplateStore } from './shared-template-store.ts'
import { refuseDataId, requireMayGiveUnit } from './unit-policy.ts'
import { createUnitStore, type UnitStore } from './unit-store.ts'
import { createUnitToken, hashUnitToken } from './unit-token.ts'

type NewUnit = BodyOf<typeof createUnitEndpoint>

type Dependencies = Pick<Platform, 'db' | 'bus' | 'clock' | 'random'>

/**
 * Adds a unit and returns its token, which is kept nowhere else.
 * @throws DomainError access/forbidden, entity/not-found, template/not-found, unit/exists, unit/id-unavailable
 */
export async function createUnit(
  parts: Dependencies,
  caller: Caller,
  wanted: NewUnit,
): Promise<{ dataID: DataId; token: string }> {
  const token = await parts.db.transaction().execute((tx) => createNewUnit({ ...parts, db: tx }, caller, wanted))
  publishNewUnit(parts.bus, wanted)
  return { dataID: wanted.dataID, token }
}

/** As `createUnit`, in a transaction; `publishNewUnit` follows its commit. */
export async function createNewUnit(
  { db, clock, random }: Omit<Dependencies, 'bus'>,
  caller: Caller,
  wanted: NewUnit,
): Promise<string> {
  requireMayGiveUnit(caller, wanted.entities)
  const token = createUnitToken(random)
  const { dataID, defaultTemplate, ...rest } = wanted
  const units = createUnitStore(db)
  if (defaultTemplate !== undefined) await createSharedTemplateStore(db).require(defaultTemplate, caller.reach)
  await claim(units, caller, dataID, async () =>
    units.create({ dataId: dataID, ...rest, defaultTemplate, tokenHash: hashUnitToken(token), createdAt: clock() }),
  )
  await createAuditStore(db).recordChange(
    caller,
    { kind: 'unit', id: dataID, entity: rest.entities[0] },
    { at: clock(), action: 'create unit', after: wanted },
  )
  return token
}

export function publishNewUnit(bus: Bus, { dataID, entities, defaultTemplate }: NewUnit): void {
  bus.publish('unit-changed', { dataId: dataID })
  if (defaultTemplate !== undefined) bus.publish('gallery-changed', { entities })
}

/** Creates the unit, or refuses a dataID that is taken, with the same answer for units of other entities and reserved words. */
async function claim(units: UnitStore, caller: Caller, dataId: DataId, create: () => Promise<void>): Promise<void> {
  const reserved = refuseDataId(dataId, 'no')
  if (reserved !== undefined) throw new DomainError(reserved)
  try {
    await create()
  } catch (error) {
    if (!isDomainError(error) || error.code !== 'unit/exists') throw error
    const [inReach] = await units.listDocuments(caller.reach, { dataIds: [dataId] })
    const refusal = refuseDataId(dataId, inReach === undefined ? 'elsewhere' : 'in-reach')
    throw new DomainError(refusal ?? error.code, { cause: error })
  }
}
