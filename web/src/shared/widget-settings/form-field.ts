import type { UseFormReturnType } from '@mantine/form'
import type { CalculatedLooks } from '@fieldwatch/contract/calculated-looks'
import type { UnitSources } from '#shared/units/source-choices.ts'
import type { WidgetForm } from './widget-form.ts'
import type { WidgetProblems } from './widget-problems.ts'

/** What the parts of the dialog share. */
export interface WidgetFields {
  readonly form: UseFormReturnType<WidgetForm>
  readonly problems: WidgetProblems
  /** What the unit sends. */
  readonly sources: UnitSources
  readonly looks: CalculatedLooks
  /** Opens the dialog for a new calculated source. */
  readonly onCreateSource: () => void
}

/** The properties of an input. A problem shows once the input was changed, not when it merely has the focus. */
export function inputOf({ form, problems }: WidgetFields, path: string) {
  return { ...form.getInputProps(path, { withFocus: false }), error: form.isTouched(path) ? problems[path] : undefined }
}
