import type { ListedTemplate, TemplateContents } from '@fieldwatch/contract/templates/template-gallery'
import { WIDGET_KINDS } from '@fieldwatch/contract/widgets/widget-kinds'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { Button } from '@mantine/core'
import { formatDate, formatMoment } from '@fieldwatch/contract/time/moment-text'
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

type Noun = readonly [one: string, many: string]

const NOUNS: ReadonlyMap<string, Noun> = new Map<string, Noun>([
  ...Object.values(WIDGET_KINDS).map(({ counted: { as, one, many } }): [string, Noun] => [as, [one, many]]),
  ['events', ['event table', 'event tables']],
  ['reports', ['report', 'reports']],
  ['formulas', ['formula', 'formulas']],
])

/** What is in a template, such as `2 charts, 1 gauge`. */
export function contentsText(contents: TemplateContents): string {
  const counts = new Map(Object.entries(contents))
  const parts = [...NOUNS].flatMap(([key, [one, many]]) => {
    const count = counts.get(key) ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return parts.length === 0 ? 'Nothing yet' : parts.join(', ')
}
