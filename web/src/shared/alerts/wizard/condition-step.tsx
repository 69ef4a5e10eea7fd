import { NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
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
import { t } from '../texts.ts'

/** Step 3: when the alert is triggered. */
export function ConditionStep({ form }: StepProps) {
  const { type, devices } = form.values
  const measure = useFieldMeasure(form.values)
  const query = useQuery(sharedOptionsQuery(useApi(), devices))
  const options = devices.length === 0 ? { ...query, data: [] } : query
  const Fields = type === 'silence' ? SilenceFields : ValueFields
  return (
    <>
      <Radio.Group
        label={t('alerts.kind')}
        value={type}
        onChange={(chosen) => {
          form.setFieldValue('type', chosen)
          form.clearErrors()
        }}
      >
        <div className={classes['kinds']}>
          <Radio value="value" label={t('alerts.kind.value')} description={t('alerts.kind.value.help')} />
          <Radio value="event" label={t('alerts.kind.event')} description={t('alerts.kind.event.help')} />
          <Radio value="silence" label={t('alerts.kind.silence')} description={t('alerts.kind.silence.help')} />
        </div>
      </Radio.Group>
      {devices.length === 0 ? <Text role="note">{t('alerts.condition.no-devices')}</Text> : undefined}
      {type === 'event' ? (
        <EventFields form={form} />
      ) : (
        <Loaded query={options} failed={t('alerts.condition.failed')} height="12rem">
          {(data) => <Fields form={form} options={data} />}
        </Loaded>
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
        label={t('alerts.source')}
        description={t('alerts.silence.source.help')}
        data={[
          { value: '', label: t('alerts.silence.whole-device') },
          ...silenceSources(options, { devices: devices.length, chosen: silentSource }),
        ]}
        {...form.getInputProps('silentSource')}
      />
      <Radio.Group
        label={t('alerts.silence.after')}
        value={isLearned ? 'learned' : 'given'}
        onChange={(chosen) => {
          form.setFieldValue('isLearned', chosen === 'learned')
          form.clearErrors()
        }}
      >
        <Stack gap="xs" className={classes['choices'] ?? ''}>
          <Radio value="learned" label={t('alerts.silence.learned')} description={t('alerts.silence.learned.help')} />
          <Radio value="given" label={t('alerts.silence.given')} />
        </Stack>
      </Radio.Group>
      {isLearned ? (
        <SpanField
          label={t('alerts.silence.grace')}
          description={t('alerts.silence.grace.help')}
          value={grace}
          error={form.errors['grace']}
          onChange={(span) => form.setFieldValue('grace', span)}
        />
      ) : (
        <SpanField
          label={t('alerts.silence.for')}
          description={t('alerts.silence.for.help')}
          required
          value={silentFor}
          error={form.errors['silentFor']}
          onChange={(span) => form.setFieldValue('silentFor', span)}
        />
      )}
    </>
  )
}
