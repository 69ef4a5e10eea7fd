import type { ListedTemplate, TemplateContents } from '@fieldwatch/contract/template-gallery'
import type { SessionUser } from '@fieldwatch/contract/users'
import { Button } from '@mantine/core'
import { formatDate, formatMoment } from '@fieldwatch/contract/moment-text'
import type { Column } from '#ui/table/column.ts'
import { IconLook } from './icon-field.tsx'
import classes from './templates-tab.module.css'

interface Shown extends Pick<SessionUser, 'entityData' | 'timeFormat'> {
  onUnits: (template: ListedTemplate) => void
}

/** The columns of the list of templates; the entity where there are several. */
export function columnsOf({ entityData, timeFormat, onUnits }: Shown): Column<ListedTemplate>[] {
  return [
    {
      id: 'title',
      heading: 'Name',
      value: ({ title }) => title,
      cell: ({ title, icon }) => (
        <span className={classes['name']} title={title}>
          {icon === null ? undefined : <IconLook icon={icon} />} {title === '' ? '(no name)' : title}
        </span>
      ),
    },
    {
      id: 'contents',
      heading: 'In it',
      value: ({ contents }) => contentsText(contents),
      cell: ({ contents }) => (
        <span className={classes['contents']} title={contentsText(contents)}>
          {contentsText(contents)}
        </span>
      ),
      sortable: false,
    },
    {
      id: 'units',
      heading: 'Devices',
      align: 'end',
      value: ({ units }) => units,
      cell: (template) => (
        <Button variant="subtle" size="compact-sm" onClick={() => onUnits(template)}>
          {unitsText(template)}
        </Button>
      ),
    },
    ...(Object.keys(entityData).length < 2
      ? []
      : [{ id: 'entity', heading: 'Entity', value: ({ entity }: ListedTemplate) => entityData[entity]?.name ?? '' }]),
    {
      id: 'changed',
      heading: 'Changed',
      value: ({ changedUTC }) => changedUTC,
      cell: ({ changedUTC, changedBy }) => (
        <span
          title={`${formatMoment(Date.parse(changedUTC), timeFormat)}${changedBy === null ? '' : `, ${changedBy}`}`}
        >
          {formatDate(Date.parse(changedUTC))}
          {changedBy === null ? '' : `, ${changedBy}`}
        </span>
      ),
    },
  ]
}

function unitsText({ units, trials }: ListedTemplate): string {
  return trials === 0 ? String(units) : `${units}, ${trials} trying`
}

const NOUNS: Readonly<Record<keyof TemplateContents, readonly [one: string, many: string]>> = {
  charts: ['chart', 'charts'],
  gauges: ['gauge', 'gauges'],
  cards: ['card', 'cards'],
  tables: ['table', 'tables'],
  maps: ['map', 'maps'],
  eventLogs: ['event log', 'event logs'],
  events: ['event table', 'event tables'],
  reports: ['report', 'reports'],
  formulas: ['formula', 'formulas'],
}

/** What is in a template, such as `2 charts, 1 gauge`. */
export function contentsText(contents: TemplateContents): string {
  // Each key is one of the contents.
  const kinds = Object.keys(NOUNS) as (keyof TemplateContents)[]
  const parts = kinds
    .filter((kind) => contents[kind] > 0)
    .map((kind) => `${contents[kind]} ${NOUNS[kind][contents[kind] === 1 ? 0 : 1]}`)
  return parts.length === 0 ? 'Nothing yet' : parts.join(', ')
}
