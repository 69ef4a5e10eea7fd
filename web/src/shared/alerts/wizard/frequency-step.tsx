import { Radio, Stack, Text } from '@mantine/core'
import { NumberField } from '#ui/components/number-field.tsx'
import { frequencySentence } from './alert-sentence.ts'
import { RehearsedMessages } from './rehearsed.tsx'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'
import { t } from '../texts.ts'

const COUNTS = ['days', 'hours', 'minutes'] as const

/** Step 4: how often people are notified while it lasts. */
export function FrequencyStep({ form }: StepProps) {
  const { frequency } = form.values
  return (
    <>
      <Radio.Group
        label={t('alerts.frequency.title')}
        value={frequency}
        onChange={(chosen) => form.setFieldValue('frequency', chosen)}
      >
        <Stack gap="sm" className={classes['choices'] ?? ''}>
          <Radio value="once" label={t('alerts.frequency.once')} description={t('alerts.frequency.once.help')} />
          <Radio value="again" label={t('alerts.frequency.again')} description={t('alerts.frequency.again.help')} />
        </Stack>
      </Radio.Group>
      {frequency === 'again' && (
        <fieldset className={classes['fieldset']}>
          <legend>{t('alerts.frequency.interval')}</legend>
          <div className={classes['triple']}>
            {COUNTS.map((name) => (
              <NumberField
                key={name}
                label={t(`alerts.frequency.${name}`)}
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
