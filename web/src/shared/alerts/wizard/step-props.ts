import type { UseFormReturnType } from '@mantine/form'
import type { AlertForm } from './alert-form.ts'

/** What each step of the wizard is given. */
export interface StepProps {
  form: UseFormReturnType<AlertForm>
}
