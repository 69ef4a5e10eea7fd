import { NativeSelect } from '@mantine/core'
import { inputOf, type WidgetFields } from './form-field.ts'

interface ListFieldsProps {
  fields: WidgetFields
  /** Another widget is the event log, of which there is one. */
  hasEventLog: boolean
}

/** How a table or a list is laid out. */
export function ListFields({ fields, hasEventLog }: ListFieldsProps) {
  const { type } = fields.form.values
  if (type === 'table') {
    return (
      <NativeSelect
        label="Rows"
        data={[
          { value: 'tables', label: 'The 10 newest records' },
          { value: 'eventLog', label: 'The 5 newest, as the event log', disabled: hasEventLog },
        ]}
        {...inputOf(fields, 'table')}
      />
    )
  }
  if (type !== 'list') return undefined
  return (
    <NativeSelect
      label="Layout"
      data={[
        { value: 'infoCards', label: 'Under each other, as an info card' },
        { value: 'statistics', label: 'Side by side, as statistics' },
      ]}
      {...inputOf(fields, 'list')}
    />
  )
}
