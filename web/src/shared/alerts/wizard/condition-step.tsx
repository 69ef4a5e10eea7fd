import { NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { sharedOptionsQuery } from '#shared/units/shared-options-query.ts'
import { triggerSentence } from './alert-sentence.ts'
import type { StepProps } from './step-props.ts'
import { useFieldMeasure } from './use-field-measure.ts'
import { Rehearsed } from './rehearsed.tsx'
import { ValueFields } from './value-fields.tsx'
import classes from './wizard.module.css'
import type { SharedSource } from '@fieldwatch/contract/telemetry/data'
import { EventFields } from './event-fields.tsx'
import { silenceSources } from './shared-choices.ts'
import { SpanField } from './span-field.tsx'

/** Step 3: when the alert is triggered. */
export function ConditionStep({ form }: StepProps) {
  const { type, devices } = form.values
  const measure = useFieldMeasure(form.values)
  const { data, error, refetch } = useQuery(sharedOptionsQuery(useApi(), devices))
  const options = devices.length === 0 ? [] : data
  const Fields = type === 'silence' ? SilenceFields : ValueFields
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
          <Radio
            value="event"
            label="An event table"
            description="An event that a device's event table finds goes on."
          />
          <Radio value="silence" label="Silence" description="A device sends nothing any more." />
        </div>
      </Radio.Group>
      {devices.length === 0 ? (
        <Text role="note">No device is selected yet: step 2 says which devices there are.</Text>
      ) : undefined}
      {type === 'event' ? (
        <EventFields form={form} />
      ) : options !== undefined ? (
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
        {measure === undefined ? undefined : triggerSentence(form.values, measure)}
      </Text>
      <Rehearsed form={form.values} />
    </>
  )
}

interface SilenceFieldsProps extends StepProps {
  options: readonly SharedSource[]
}

/** When a silence triggers: of what, and after how long. */
function SilenceFields({ form, options }: SilenceFieldsProps) {
  const { silentSource, isLearned, silentFor, grace, devices } = form.values
  return (
    <>
      <NativeSelect
        label="Source"
        description="The whole device, or one of its sources, such as a sensor that may fail alone."
        data={[
          { value: '', label: 'The whole device' },
          ...silenceSources(options, { devices: devices.length, chosen: silentSource }),
        ]}
        {...form.getInputProps('silentSource')}
      />
      <Radio.Group
        label="After how long?"
        value={isLearned ? 'learned' : 'given'}
        onChange={(chosen) => {
          form.setFieldValue('isLearned', chosen === 'learned')
          form.clearErrors()
        }}
      >
        <Stack gap="xs" className={classes['choices'] ?? ''}>
          <Radio
            value="learned"
            label="Learned from each device"
            description="When it is silent for longer than it usually is between its messages. It is learned anew every six hours; until enough is known, an hour."
          />
          <Radio value="given" label="After a time that I give" />
        </Stack>
      </Radio.Group>
      {isLearned ? (
        <SpanField
          label="Grace time"
          description="Is added to what was learned, for cellular links that come and go."
          value={grace}
          error={form.errors['grace']}
          onChange={(span) => form.setFieldValue('grace', span)}
        />
      ) : (
        <SpanField
          label="Silent for"
          description="Longer than the longest pause that is usual."
          required
          value={silentFor}
          error={form.errors['silentFor']}
          onChange={(span) => form.setFieldValue('silentFor', span)}
        />
      )}
    </>
  )
}
