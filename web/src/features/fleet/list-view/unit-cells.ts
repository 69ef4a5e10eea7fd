import { formatCount } from '@fieldwatch/contract/text/number-text'
import { LIST_COLUMNS, type ListColumn, type SortColumn } from '@fieldwatch/contract/units/list-columns'
import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { activityOf } from '#ui/components/activity.ts'
import { type LabelsById, labelsOf } from '#shared/labels/label-queries.ts'
import type { IconsByTemplate } from '#shared/templates/unit-icons-query.ts'
import { placeText } from '#shared/units/place-text.ts'
import type { ListedUnit } from '../listed-unit.ts'
import { statusOf, UNIT_FILTERS } from '../unit-filter.ts'
import type { SortKey } from './sort-units.ts'
import { t } from '../texts.ts'

/** What cells say beside what a unit has itself. */
export interface CellSources {
  readonly now: number
  readonly labels: LabelsById
  readonly entities: ReadonlyMap<EntityId, string>
  /** The titles of shared templates in reach. */
  readonly templates: ReadonlyMap<TemplateId, string>
  readonly icons: IconsByTemplate
  /** How many alerts are triggered on which unit. */
  readonly triggered: ReadonlyMap<string, number>
  /** The list shows the past: what the portal knows only of now is left out. */
  readonly isPast?: boolean | undefined
}

/** What a list is sorted by does not grow old. */
export type SortSources = Omit<CellSources, 'now'>

interface CellKind {
  /** The least width, in rem. */
  readonly width: number
  readonly text: (unit: ListedUnit, sources: CellSources) => string
  /** What it is sorted by, where that is not its text. */
  readonly key?: (unit: ListedUnit, sources: SortSources) => SortKey
  /** Sorted by the greatest first when it is first pressed. */
  readonly greatestFirst?: boolean
}

/** As precisely as activity is shown: units that say the same stay where they are while they send. */
const ACTIVITY_STEP_MS = 5 * 60_000

export const CELL_KINDS: Readonly<Record<ListColumn, CellKind>> = {
  activity: {
    width: 9,
    text: (unit, { now }) => activityOf(unit, now).label,
    key: ({ active, lastActivityUTC }) =>
      active && lastActivityUTC !== null ? Math.floor(Date.parse(lastActivityUTC) / ACTIVITY_STEP_MS) : undefined,
    greatestFirst: true,
  },
  status: {
    width: 8,
    text: (unit) => t(`fleet.filter.${statusOf(unit)}`),
    key: (unit) => UNIT_FILTERS.indexOf(statusOf(unit)),
  },
  alerts: {
    width: 8,
    text: ({ dataID }, { triggered }) => countText(triggered.get(dataID)),
    key: ({ dataID }, { triggered }) => triggered.get(dataID),
    greatestFirst: true,
  },
  labels: {
    width: 11,
    text: (unit, { labels }) =>
      labelsOf(labels, unit.labels)
        .map(({ name }) => name)
        .join(', '),
  },
  entities: {
    width: 11,
    text: (unit, { entities }) =>
      unit.entities
        .flatMap((id) => entities.get(id) ?? [])
        .toSorted()
        .join(', '),
  },
  template: {
    width: 10,
    text: ({ defaultTemplate, customTemplate }, { templates }) => {
      const title = defaultTemplate === null ? undefined : templates.get(defaultTemplate)
      if (customTemplate === null) return title ?? ''
      return title === undefined ? t('fleet.template.own') : t('fleet.template.copy', { title })
    },
  },
  place: {
    width: 12,
    text: ({ nearestPlace }) => (nearestPlace ? placeText(nearestPlace) : ''),
    key: ({ nearestPlace }) => nearestPlace?.name,
  },
  lastMessage: { width: 9, text: ({ lastMessage }) => lastMessage ?? '' },
  connection: {
    width: 8,
    text: ({ connected }, { isPast }) =>
      isPast === true ? '' : connected ? t('fleet.connected') : t('fleet.not-connected'),
    key: ({ connected }) => (connected ? 0 : 1),
  },
  size: { width: 6, text: ({ size }) => size },
  service: { width: 8, text: ({ service }) => service },
  dataID: { width: 10, text: ({ dataID }) => dataID },
}

/** All that the list can be sorted by, in the order in which it is offered. */
export const SORT_COLUMNS: readonly SortColumn[] = ['name', ...LIST_COLUMNS]

export function headingOf(column: SortColumn): string {
  return t(`fleet.column.${column}`)
}

/** What units are sorted by in a column. An empty text is nothing. */
export function sortKeyOf(column: SortColumn, sources: SortSources): (unit: ListedUnit) => SortKey {
  if (column === 'name') return ({ friendlyName }) => friendlyName
  const { key, text } = CELL_KINDS[column]
  const ageless = { ...sources, now: 0 }
  return (unit) => {
    const value = key === undefined ? text(unit, ageless) : key(unit, sources)
    return value === '' ? undefined : value
  }
}

/** How the list is sorted after the heading of a column was pressed. */
export function sortPressed(column: SortColumn, before: { by: SortColumn; descending: boolean }) {
  if (before.by === column) return { by: column, descending: !before.descending }
  return { by: column, descending: column !== 'name' && CELL_KINDS[column].greatestFirst === true }
}

function countText(count: number | undefined): string {
  return count === undefined ? '' : formatCount(count)
}
