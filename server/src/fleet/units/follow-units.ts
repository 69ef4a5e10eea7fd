import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { FollowChange, Made } from '#delivery/consequences/declaration.ts'
import type { Db } from '#platform/database/database.ts'

interface ChangedUnit {
  readonly unit: DataDocument
  /** What it is afterwards; what is left out stays. */
  readonly difference: {
    readonly entities?: readonly EntityId[] | undefined
    readonly active?: boolean | undefined
    readonly defaultTemplate?: TemplateId | null | undefined
  }
}

type By = Pick<Made<'unit-moved'>, 'caller' | 'now'> & Pick<Made<'unit-moved'>['change'], 'alerts'>

/**
 * Carries out what follows for units that get other entities or another template, or are deactivated, in the transaction that changes them and
 * before it does. Returns what to publish after the commit.
 */
export async function followUnits(
  followChange: FollowChange,
  tx: Db,
  changed: readonly ChangedUnit[],
  { alerts, ...by }: By,
): Promise<() => void> {
  const publishes: (() => void)[] = []
  const follow = async (units: readonly DataDocument[], change: UnitsChange): Promise<void> => {
    const [count, names] = [units.length, units.map(({ friendlyName }) => friendlyName).join(', ')]
    const made = { ...change, dataIDs: units.map(({ dataID }) => dataID) }
    publishes.push(
      await followChange(tx, { change: made, reason: (t) => t(`mails.${change.kind}`, { count, names }), ...by }),
    )
  }
  const changes = changed.flatMap(({ unit, difference }) =>
    changesOf(unit, difference).map((change) => ({ unit, change, key: JSON.stringify(change) })),
  )
  for (const same of Map.groupBy(changes, ({ key }) => key).values()) {
    const [first] = same
    if (first === undefined) continue
    const { change } = first
    await follow(
      same.map(({ unit }) => unit),
      change.kind === 'unit-moved' ? { ...change, alerts } : change,
    )
  }
  return () => {
    for (const publish of publishes) publish()
  }
}

type UnitsChange =
  | Omit<Made<'unit-moved'>['change'], 'dataIDs'>
  | Omit<Made<'unit-shared'>['change'], 'dataIDs'>
  | Omit<Made<'unit-deactivated'>['change'], 'dataIDs'>
  | Omit<Made<'template-changed'>['change'], 'dataIDs'>

function changesOf(
  unit: DataDocument,
  { entities, active, defaultTemplate }: ChangedUnit['difference'],
): readonly UnitsChange[] {
  const changes: UnitsChange[] = []
  if (entities !== undefined) {
    const isLeft = unit.entities.some((entity) => !entities.includes(entity))
    const isGiven = entities.some((entity) => !unit.entities.includes(entity))
    if (isLeft || isGiven) changes.push({ kind: isLeft ? 'unit-moved' : 'unit-shared', entities })
  }
  // A template of its own hides the one that it shares.
  if (defaultTemplate !== undefined && defaultTemplate !== unit.defaultTemplate && unit.customTemplate === null)
    changes.push({ kind: 'template-changed', templateID: defaultTemplate })
  if (active === false && unit.active) changes.push({ kind: 'unit-deactivated' })
  return changes
}
