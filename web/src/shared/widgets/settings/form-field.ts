import type { ValueRules, WidgetForm } from './value-form.ts'
import type { UseFormReturnType } from '@mantine/form'
import type { CalculatedLooks } from '@fieldwatch/contract/templates/calculated-looks'
import type { WidgetKindName } from '@fieldwatch/contract/widgets/widget-kinds'
import type { UnitSources } from '#shared/units/source-choices.ts'

/** What the parts of the dialog share. */
export interface WidgetFields {
  readonly form: UseFormReturnType<WidgetForm>
  /** A sentence a field that cannot be saved, by its path. */
  readonly problems: Readonly<Record<string, string>>
  /** What the unit sends. */
  readonly sources: UnitSources
  readonly looks: CalculatedLooks
  /** The type's rules for its values; undefined without a type. */
  readonly rules: ValueRules | undefined
  /** Kinds of which the template has its only widget. */
  readonly taken: readonly WidgetKindName[]
  /** Opens the dialog for a new calculated source. */
  readonly onCreateSource: () => void
}

/** What the inputs of one type's own settings get. */
export interface PartFields<Part> {
  readonly fields: WidgetFields
  readonly part: Part
  /** The path of the part in the form. */
  readonly path: string
}

/** The properties of an input. A problem shows once the input was changed, not when it merely has the focus. */
export function inputOf({ form, problems }: WidgetFields, path: string) {
  return { ...form.getInputProps(path, { withFocus: false }), error: form.isTouched(path) ? problems[path] : undefined }
}
