import { z } from 'zod'
import { AlertId, DataId, EntityId, SourceName, TemplateId, UserId } from '../api/ids.ts'
import { PlaceNumber } from '../places/places.ts'
import { Permission, Role } from '../people/users.ts'
import { line } from '../text/text.ts'
import { LeavingAlerts } from '../units/leaving-alerts.ts'

/** The most units, users or places of one change. */
export const MOST_THINGS = 1000

const dataIDs = z.array(DataId).min(1).max(MOST_THINGS).readonly()
const userIDs = z.array(UserId).min(1).max(MOST_THINGS).readonly()
const entities = z.array(EntityId).min(1).max(MOST_THINGS).readonly()
const placeIDs = z.array(PlaceNumber).min(1).max(MOST_THINGS).readonly()
/** By its title on a unit that shows it: a chart, or a report of event tables. Other units with the same template change too. */
const chart = {
  dataID: DataId,
  chart: line(200),
  of: z.enum(['chart', 'report']).optional(),
  /** Whether the unit gets its own copy of the template. */
  onlyThisUnit: z.boolean().optional(),
}
const table = { dataID: DataId, event: line(100) }
const rights = { role: Role.optional(), permissions: z.array(Permission).readonly().optional() }

function change<const Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.strictObject({ kind: z.literal(kind), ...shape })
}

/** Everything that can happen to a thing on which others depend. A new kind needs a cell in the row of every kind of thing. */
export const Change = z.discriminatedUnion('kind', [
  /** The units belong to these entities from then on, and at least one of theirs is not among them. */
  change('unit-moved', { dataIDs, entities, alerts: LeavingAlerts.optional() }),
  /** As `unit-moved`, where each keeps its entities and gets more. */
  change('unit-shared', { dataIDs, entities }),
  change('unit-deactivated', { dataIDs }),
  change('unit-deleted', { dataIDs }),
  change('data-id-changed', { dataID: DataId, to: DataId }),
  change('template-changed', { dataIDs, templateID: TemplateId.nullable() }),
  change('source-deleted', { dataID: DataId, source: SourceName }),
  /** It becomes the source of a unit of its own. */
  change('source-moved', { dataID: DataId, source: SourceName }),
  change('chart-renamed', { ...chart, to: line(200) }),
  change('chart-deleted', chart),
  change('event-table-changed', table),
  change('event-table-deleted', table),
  change('alert-deleted', { alertID: AlertId }),
  change('place-changed', { placeIDs }),
  change('place-deleted', { placeIDs }),
  /** Another role, other permissions. */
  change('person-demoted', { userIDs, ...rights }),
  change('person-moved', { userIDs, entityID: EntityId, ...rights }),
  change('person-disabled', { userIDs }),
  change('person-enabled', { userIDs }),
  /** What only they own goes to `handOverTo`, otherwise to the admins of the entity. */
  change('person-deleted', { userIDs, handOverTo: UserId.optional() }),
  change('entity-disabled', { entityID: EntityId }),
  change('entity-enabled', { entityID: EntityId }),
  change('entity-deleted', { entityID: EntityId }),
])
export type Change = z.infer<typeof Change>
export type ChangeKind = Change['kind']
export type ChangeOf<Kind extends ChangeKind> = Extract<Change, { kind: Kind }>

export const CHANGE_KINDS: readonly ChangeKind[] = Change.options.map(({ shape }) => shape.kind.value)
