import { Radio, Stack, Text } from '@mantine/core'
import { NumberField } from '#ui/components/number-field.tsx'
import { frequencySentence } from './alert-sentence.ts'
import { RehearsedMessages } from './rehearsed.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'

const COUNTS = [
  ['days', 'Days'],
  ['hours', 'Hours'],
  ['minutes', 'Minutes'],
] as const

/** Step 4: how often people are told while it lasts. */
export function FrequencyStep({ form }: StepProps) {
  const { frequency } = form.values
  return (
    <>
      <Radio.Group
        label="How often are messages sent?"
        value={frequency}
        onChange={(chosen) => form.setFieldValue('frequency', chosen)}
      >
        <Stack gap="sm" className={classes['choices'] ?? ''}>
          <Radio value="once" label="Once per event" description="A message when it is triggered, and no reminders." />
          <Radio
            value="again"
            label="Again while it lasts"
            description="Reminders until it is OK again, or somebody says that they look after it."
          />
        </Stack>
      </Radio.Group>
      {frequency === 'again' && (
        <fieldset className={classes['fieldset']}>
          <legend>Remind every</legend>
          <div className={classes['triple']}>
            {COUNTS.map(([name, label]) => (
              <NumberField
                key={name}
                label={label}
                type="number"
                inputMode="numeric"
                min={0}
                step={1}
                {...form.getInputProps(name)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <Text component="output" c="dimmed">
        {frequencySentence(form.values)}
      </Text>
      <RehearsedMessages form={form.values} />
    </>
  )
}
