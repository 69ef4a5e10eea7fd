import { Radio, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { sharedOptionsQuery } from '#shared/units/shared-options-query.ts'
import { triggerSentence } from './alert-sentence.ts'
import { SilenceFields } from './silence-fields.tsx'
import type { StepProps } from './step-props.ts'
import { Rehearsed } from './rehearsed.tsx'
import { ValueFields } from './value-fields.tsx'
import classes from './wizard.module.css'

/** Step 3: when the alert is triggered. */
export function ConditionStep({ form }: StepProps) {
  const { type, devices } = form.values
  const { data, error, refetch } = useQuery(sharedOptionsQuery(useApi(), devices))
  const options = devices.length === 0 ? [] : data
  const Fields = type === 'value' ? ValueFields : SilenceFields
  return (
    <>
      <Radio.Group
        label="What is watched?"
        value={type}
        onChange={(chosen) => {
          form.setFieldValue('type', chosen)
          form.clearErrors()
        }}
      >
        <div className={classes['kinds']}>
          <Radio value="value" label="A value" description="A number that a device sends crosses a limit." />
          <Radio value="silence" label="Silence" description="A device sends nothing any more." />
        </div>
      </Radio.Group>
      {devices.length === 0 ? (
        <Text role="note">No device is selected yet: step 2 says which devices there are.</Text>
      ) : undefined}
      {options !== undefined ? (
        <Fields form={form} options={options} />
      ) : error === null ? (
        <LoadingSkeleton height="12rem" />
      ) : (
        <LoadFailure
          title="The values of the devices cannot be shown"
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      <Text component="output" fw={600} className={classes['sentence'] ?? ''}>
        {triggerSentence(form.values)}
      </Text>
      <Rehearsed form={form.values} />
    </>
  )
}
