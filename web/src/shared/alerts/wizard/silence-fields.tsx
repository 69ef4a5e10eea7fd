import type { SharedSource } from '@fieldwatch/contract/data'
import { NativeSelect, Radio, Stack } from '@mantine/core'
import { silenceSources } from './shared-choices.ts'
import { SpanField } from './span-field.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'

interface SilenceFieldsProps extends StepProps {
  options: readonly SharedSource[]
}

/** When a silence triggers: of what, and after how long. */
export function SilenceFields({ form, options }: SilenceFieldsProps) {
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
