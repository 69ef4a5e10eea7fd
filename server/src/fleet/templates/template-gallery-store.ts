import { isUnitOf } from '#platform/database/unit-in-reach.ts'
import { countRows } from '#platform/database/count-rows.ts'
import { personName } from '#platform/database/person-columns.ts'
import type { EntityId, TemplateId, DataId } from '@fieldwatch/contract/api/ids'
import { TEMPLATE_UNITS_LISTED, TEMPLATES_LISTED } from '@fieldwatch/contract/templates/template-limits'
import {
  type ListedTemplate,
  TemplateContents,
  type TemplateUnit,
} from '@fieldwatch/contract/templates/template-gallery'
import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import { OVERVIEW_KINDS, type OverviewKind } from '@fieldwatch/contract/widgets/widget-kinds'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isAdmin } from '#people/access/access-policy.ts'
import type { Caller } from '#platform/http/caller.ts'
import { VIEWERS_MAY_EDIT } from './template-store.ts'

interface Wanted {
  readonly entities: readonly EntityId[]
  /** Part of a title. */
  readonly search?: string | undefined
}

export interface UnitsOfTemplate {
  readonly units: TemplateUnit[]
  readonly total: number
  /** Whether units out of reach have it too. */
  readonly elsewhere: boolean
}

/** The shared templates of entities, and the units that have them. */
export function createTemplateGalleryStore(db: Db) {
  return {
    /** By title. Includes only users and units in `reach`. */
    list: async (
      { entities, search }: Wanted,
      { role, reach }: Pick<Caller, 'role' | 'reach'>,
    ): Promise<{ templates: ListedTemplate[]; total: number }> => {
      const like = search === undefined ? '%' : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const { rows } = await sql<Row>`
        select template.id, title, icon, template.entity_id, template.version, template.changed_at, contents, widget_kinds, widget_counts,
          coalesce(used.units, 0) as units,
          (select count(*)::integer from template_trial where template_id = template.id) as trials,
          ${VIEWERS_MAY_EDIT} as viewers_may_edit,
          ${personName('person')} as changed_by,
          count(*) over ()::integer as total
        from template
        left join known_person person on person.id = template.changed_by and person.entity_id = any (${[...reach]})
        left join (
          select default_template, count(*)::integer as units from unit
          where default_template is not null and ${isUnitOf(reach)}
          group by default_template
        ) used on used.default_template = template.id
        where template.data_id is null and template.entity_id = any (${[...entities]}) and title ilike ${like}
        order by lower(title), title, template.id limit ${TEMPLATES_LISTED}
      `.execute(db)
      return { templates: rows.map((row) => listed(row, { role })), total: rows[0]?.total ?? 0 }
    },

    /** The icons of shared templates of the reach, and of those that units of the reach share. */
    listIcons: async (reach: readonly EntityId[]): Promise<{ id: TemplateId; icon: UnitIcon }[]> => {
      const { rows } = await sql<{ id: TemplateId; icon: UnitIcon }>`
        select id, icon from template
        where icon is not null and data_id is null and (entity_id = any (${[...reach]}) or exists (
          select from unit where default_template = template.id and ${isUnitOf(reach)}
        ))`.execute(db)
      return rows
    },

    /** The units whose shared template it is, by name. */
    listUnits: async (id: TemplateId, reach: readonly EntityId[]): Promise<UnitsOfTemplate> => {
      const { rows } = await sql<UnitRow>`
        select unit.data_id, friendly_name, custom_template is not null as own, trial.started_at,
          ${personName('person')} as started_by,
          count(*) over ()::integer as total
        from unit
        left join template_trial trial on trial.data_id = unit.data_id and trial.copy_id = unit.custom_template
        left join known_person person on person.id = trial.started_by and person.entity_id = any (${[...reach]})
        where default_template = ${id} and ${isUnitOf(reach)}
        order by lower(friendly_name), unit.data_id limit ${TEMPLATE_UNITS_LISTED}
      `.execute(db)
      const { rows: far } = await sql`
        select from unit where default_template = ${id} and not ${isUnitOf(reach)} limit 1
      `.execute(db)
      return { units: rows.map(unitOf), total: rows[0]?.total ?? 0, elsewhere: far.length > 0 }
    },

    /** How many shared templates an entity has; no one else counts or names any until the transaction ends. */
    countForNaming: async (entity: EntityId): Promise<number> => {
      await db.selectFrom('entity').select('id').where('id', '=', entity).forNoKeyUpdate().execute()
      return countRows(db, sql`template where entity_id = ${entity} and data_id is null`)
    },

    /** Whether another shared template of the entity has the title, whatever the case of its letters. */
    hasTitle: async (entity: EntityId, title: string, other?: TemplateId): Promise<boolean> => {
      const { rows } = await sql`
        select from template
        where entity_id = ${entity} and data_id is null and lower(title) = lower(${title}) and id <> ${other ?? ''} limit 1
      `.execute(db)
      return rows.length > 0
    },
  }
}

interface Row {
  id: TemplateId
  title: string
  icon: UnitIcon | null
  entityId: EntityId
  version: number
  changedAt: Date
  changedBy: string | null
  contents: number[]
  /** The kinds of the overview, and how many there are of each. */
  widgetKinds: string[]
  widgetCounts: number[]
  units: number
  trials: number
  viewersMayEdit: boolean
  total: number
}

interface UnitRow {
  dataId: DataId
  friendlyName: string
  own: boolean
  startedAt: Date | null
  startedBy: string | null
  total: number
}

function unitOf(row: UnitRow): TemplateUnit {
  const { dataId: dataID, friendlyName, own, startedAt: at, startedBy } = row
  const trial = at === null ? null : { startedUTC: at.toISOString(), startedBy }
  return { dataID, friendlyName, own, trial }
}

/** The overview is counted by kind; `contents` has the rest, in its own order. */
function contentsOf({ contents, widgetKinds: kinds, widgetCounts: counts }: Row): TemplateContents {
  const [charts = 0, , , , , , events = 0, reports = 0, formulas = 0] = contents
  const sum: TemplateContents = { ...NO_CONTENTS, charts, events, reports, formulas }
  for (const [place, name] of kinds.entries()) {
    // What a template holds of the overview has the name of a kind.
    sum[OVERVIEW_KINDS[name as OverviewKind].counted] += counts[place] ?? 0
  }
  return sum
}

const NO_CONTENTS = TemplateContents.parse(
  Object.fromEntries(Object.keys(TemplateContents.shape).map((key) => [key, 0])),
)

function listed(row: Row, reader: Pick<Caller, 'role'>): ListedTemplate {
  return {
    id: row.id,
    title: row.title,
    icon: row.icon,
    entity: row.entityId,
    version: row.version,
    changedUTC: row.changedAt.toISOString(),
    changedBy: row.changedBy,
    contents: contentsOf(row),
    units: row.units,
    trials: row.trials,
    editable: isAdmin(reader) || row.viewersMayEdit,
  }
}
