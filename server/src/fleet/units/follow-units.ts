import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
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
  const nameOf = new Map(changed.map(({ unit }) => [unit.dataID, unit.friendlyName]))
  const publishes: (() => void)[] = []
  for (const change of changesOfUnits(changed)) {
    const [count, names] = [change.dataIDs.length, change.dataIDs.map((dataId) => nameOf.get(dataId)).join(', ')]
    const made = change.kind === 'unit-moved' ? { ...change, alerts } : change
    publishes.push(
      await followChange(tx, { change: made, reason: (t) => t(`mails.${change.kind}`, { count, names }), ...by }),
    )
  }
  return () => {
    for (const publish of publishes) publish()
  }
}

type UnitsChange = ChangeOf<'unit-moved' | 'unit-shared' | 'unit-deactivated' | 'template-changed'>

/** The changes from which something follows, each with all units to which the same happens. */
export function changesOfUnits(changed: readonly ChangedUnit[]): UnitsChange[] {
  const changes = changed.flatMap(({ unit, difference }) => changesOf(unit, difference))
  const groups = Map.groupBy(changes, ({ dataIDs: _units, ...same }) => JSON.stringify(same))
  return Array.from(groups.values()).flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, dataIDs: [first, ...others].flatMap(({ dataIDs }) => dataIDs) }],
  )
}

function changesOf(
  unit: DataDocument,
  { entities, active, defaultTemplate }: ChangedUnit['difference'],
): readonly UnitsChange[] {
  const changes: UnitsChange[] = []
  const dataIDs = [unit.dataID]
  if (entities !== undefined) {
    const isLeft = unit.entities.some((entity) => !entities.includes(entity))
    const isGiven = entities.some((entity) => !unit.entities.includes(entity))
    if (isLeft || isGiven) changes.push({ kind: isLeft ? 'unit-moved' : 'unit-shared', dataIDs, entities })
  }
  // A template of its own hides the one that it shares.
  if (defaultTemplate !== undefined && defaultTemplate !== unit.defaultTemplate && unit.customTemplate === null)
    changes.push({ kind: 'template-changed', dataIDs, templateID: defaultTemplate })
  if (active === false && unit.active) changes.push({ kind: 'unit-deactivated', dataIDs })
  return changes
}
