import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { ListedTemplate, TemplateContents } from '@fieldwatch/contract/templates/template-gallery'
import { WIDGET_KINDS } from '@fieldwatch/contract/widgets/widget-kinds'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { Button } from '@mantine/core'
import { formatDate, formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { Column } from '#ui/table/column.ts'
import { IconLook } from './icon-field.tsx'
import classes from './templates-tab.module.css'
import { t } from './texts.ts'

interface Shown extends Pick<SessionUser, 'entityData' | 'timeFormat'> {
  onUnits: (template: ListedTemplate) => void
}

/** The columns of the list of templates; the entity where there are several. */
export function columnsOf({ entityData, timeFormat, onUnits }: Shown): Column<ListedTemplate>[] {
  return [
    {
      id: 'title',
      title: t('templates.name'),
      value: ({ title }) => title,
      cell: ({ title, icon }) => (
        <span className={classes['name']} title={title}>
          {icon === null ? undefined : <IconLook icon={icon} />} {title === '' ? t('templates.no-name') : title}
        </span>
      ),
    },
    {
      id: 'contents',
      title: t('templates.contents'),
      value: ({ contents }) => contentsText(contents),
      cell: ({ contents }) => <span className={classes['contents']}>{contentsText(contents)}</span>,
      sortable: false,
    },
    {
      id: 'units',
      title: t('templates.units'),
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
      : [
          {
            id: 'entity',
            title: t('templates.entity'),
            value: ({ entity }: ListedTemplate) => entityData[entity]?.name ?? '',
          },
        ]),
    {
      id: 'changed',
      title: t('templates.changed'),
      value: ({ changedUTC }) => changedUTC,
      cell: ({ changedUTC, changedBy }) => (
        <span title={changedText(formatMoment(Date.parse(changedUTC), timeFormat), changedBy)}>
          {changedText(formatDate(Date.parse(changedUTC)), changedBy)}
        </span>
      ),
    },
  ]
}

function unitsText({ units, trials }: ListedTemplate): string {
  return trials === 0 ? formatCount(units) : t('templates.units.trying', { units, trials })
}

function changedText(at: string, by: string | null): string {
  return by === null ? at : t('templates.changed.by', { at, by })
}

const COUNTED = new Set([
  ...Object.values(WIDGET_KINDS).map(({ counted }) => counted),
  'events',
  'reports',
  'formulas',
] as const)

/** What is in a template, such as `2 charts, 1 gauge`. */
export function contentsText(contents: TemplateContents): string {
  const parts = [...COUNTED].flatMap((kind) => {
    const count = contents[kind]
    return count === 0 ? [] : [t(`templates.contents.${kind}`, { count })]
  })
  return parts.length === 0 ? t('templates.contents.none') : parts.join(', ')
}
