import { NativeSelect } from '@mantine/core'
import { inputOf, type PartFields } from '#shared/widgets/settings/form-field.ts'
import { bySource, readCardValues, writeCardValue, CARD_VALUES } from '#shared/widgets/settings/value-form.ts'
import type { WidgetSettings } from '#shared/widgets/settings/widget-form.ts'

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
      label="Layout"
      data={[
        { value: 'infoCards', label: 'Under each other, as an info card' },
        { value: 'statistics', label: 'Side by side, as statistics' },
      ]}
      {...inputOf(fields, `${path}.kind`)}
    />
  )
}
