import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { FollowChange, Made } from '#delivery/consequences/declaration.ts'
import type { Db } from '#platform/database/database.ts'

interface MovedUnit {
  readonly unit: Pick<DataDocument, 'dataID' | 'friendlyName' | 'entities'>
  /** Those that it belongs to afterwards. */
  readonly entities: readonly EntityId[]
}

type By = Pick<Made<'unit-moved'>, 'caller' | 'now'> & Pick<Made<'unit-moved'>['change'], 'alerts'>

/**
 * Carries out what follows for units that belong to other entities, in the transaction that moves them and before it does. Returns what to
 * publish after the commit.
 */
export async function followMovedUnits(
  followChange: FollowChange,
  tx: Db,
  units: readonly MovedUnit[],
  { alerts, ...by }: By,
): Promise<() => void> {
  const publishes: (() => void)[] = []
  const groups = Map.groupBy(units, ({ unit, entities }) => `${kindOf(unit.entities, entities)} ${entities.join(' ')}`)
  for (const same of groups.values()) {
    const [{ unit, entities } = { unit: undefined, entities: [] }] = same
    const kind = kindOf(unit?.entities ?? [], entities)
    if (kind === undefined) continue
    const dataIDs = same.map((one) => one.unit.dataID)
    const count = same.length
    const names = same.map((one) => one.unit.friendlyName).join(', ')
    const change = kind === 'unit-moved' ? { kind, dataIDs, entities, alerts } : { kind, dataIDs, entities }
    publishes.push(await followChange(tx, { change, reason: (t) => t(`mails.${kind}`, { count, names }), ...by }))
  }
  return () => {
    for (const publish of publishes) publish()
  }
}

/** Undefined: it belongs to the same entities. */
function kindOf(before: readonly EntityId[], after: readonly EntityId[]): 'unit-moved' | 'unit-shared' | undefined {
  if (before.some((entity) => !after.includes(entity))) return 'unit-moved'
  return after.some((entity) => !before.includes(entity)) ? 'unit-shared' : undefined
}
