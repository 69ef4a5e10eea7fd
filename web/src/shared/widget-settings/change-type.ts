import { isNumeric, type UnitSources } from './source-choices.ts'
import { needsNumbers, type WidgetForm, type WidgetType } from './widget-form.ts'

/** The form with another type. Values that the type cannot show are to be chosen anew; everything else stays. */
export function withType(form: WidgetForm, type: WidgetType | '', sources: UnitSources): WidgetForm {
  if (!needsNumbers(type)) return { ...form, type }
  const values = form.values.map((value) => {
    const fieldType = sources[value.source]?.[value.field]
    return fieldType === undefined || isNumeric(fieldType) ? value : { ...value, field: '' }
  })
  return { ...form, type, values }
}
