import { NativeSelect } from '@mantine/core'
import { inputOf, type PartFields } from '#shared/widgets/settings/form-field.ts'
import { bySource, readCardValues, writeCardValue, CARD_VALUES } from '#shared/widgets/settings/value-form.ts'
import type { WidgetSettings } from '#shared/widgets/settings/widget-form.ts'
import { t } from '../texts.ts'

interface ListPart {
  kind: 'infoCards' | 'statistics'
}

export const listSettings: WidgetSettings<ListPart> = {
  values: CARD_VALUES,
  emptyPart: { kind: 'infoCards' },
  Fields: ListFields,

  read: ({ kind, widget }) => {
    if (kind !== 'infoCards' && kind !== 'statistics') throw new Error(`${kind} are no lists`)
    return { values: readCardValues(widget.specifications), part: { kind } }
  },

  write: ({ title, values, part: { kind } }) => ({
    kind,
    widget: { topic: title, specifications: bySource(values, writeCardValue) },
  }),
}

/** How a list is laid out. */
function ListFields({ fields, path }: PartFields<ListPart>) {
  return (
    <NativeSelect
      label={t('widgets.list.layout')}
      data={[
        { value: 'infoCards', label: t('widgets.list.layout.infoCards') },
        { value: 'statistics', label: t('widgets.list.layout.statistics') },
      ]}
      {...inputOf(fields, `${path}.kind`)}
    />
  )
}
