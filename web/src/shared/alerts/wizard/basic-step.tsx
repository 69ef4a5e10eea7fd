import { Textarea, TextInput } from '@mantine/core'
import type { StepProps } from './step-props.ts'

/** Step 1: what the alert is called. */
export function BasicStep({ form }: StepProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="Messages begin with it, so say what is wrong then: “Cold store too warm”."
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        description="Stands in each message: what to do, and whom to call."
        rows={4}
        {...form.getInputProps('description')}
      />
    </>
  )
}
