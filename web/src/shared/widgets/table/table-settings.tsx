import { NativeSelect } from '@mantine/core'
import { inputOf, type PartFields } from '#shared/widgets/settings/form-field.ts'
import { bySource, readCardValues, writeCardValue, CARD_VALUES } from '#shared/widgets/settings/value-form.ts'
import type { WidgetSettings } from '#shared/widgets/settings/widget-form.ts'
import { t } from '../texts.ts'

interface TablePart {
  kind: 'tables' | 'eventLog'
}

export const tableSettings: WidgetSettings<TablePart> = {
  values: CARD_VALUES,
  emptyPart: { kind: 'tables' },
  Fields: TableFields,

  read: ({ kind, widget }) => {
    if (kind !== 'tables' && kind !== 'eventLog') throw new Error(`${kind} are no tables`)
    return { values: readCardValues(widget.specifications), part: { kind } }
  },

  write: ({ title, values, part: { kind } }) => {
    const specifications = bySource(values, writeCardValue)
    if (kind === 'eventLog') return { kind, widget: { title, specifications } }
    return { kind, widget: { title, type: 'generic', specifications } }
  },
}

/** Which rows a table shows. A template has one event log. */
function TableFields({ fields, path }: PartFields<TablePart>) {
  return (
    <NativeSelect
      label={t('widgets.table.rows')}
      data={[
        { value: 'tables', label: t('widgets.table.rows.tables') },
        {
          value: 'eventLog',
          label: t('widgets.table.rows.eventLog'),
          disabled: fields.taken.includes('eventLog'),
        },
      ]}
      {...inputOf(fields, `${path}.kind`)}
    />
  )
}
