import { type Measure, sentMeasures } from '@fieldwatch/contract/measures/measure'
import { AlertOperator } from '@fieldwatch/contract/alerts/alert-conditions'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { withUnit } from '@fieldwatch/contract/text/with-unit'
import type { SharedSource } from '@fieldwatch/contract/telemetry/data'
import { Checkbox, NativeSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { NumberField } from '#ui/components/number-field.tsx'
import { type Entered, hasSide, numberOf } from './alert-form.ts'
import { LatestValue } from './latest-value.tsx'
import { isYesOrNo, onlyField, unitsWith, valueFields, valueSources } from './shared-choices.ts'
import { SpanField } from './span-field.tsx'
import type { StepProps } from './step-props.ts'
import { useFieldMeasure } from './use-field-measure.ts'
import classes from './wizard.module.css'
import { t } from '../texts.ts'

interface ValueFieldsProps extends StepProps {
  options: readonly SharedSource[]
}

/** When a value triggers: which one, beyond which limit, for how long, and when it is OK again. */
export function ValueFields({ form, options }: ValueFieldsProps) {
  const { values } = form
  const { source, field, operator, devices } = values
  const sources = valueSources(options, { devices: devices.length, chosen: source })
  const isUpper = operator.startsWith('greater')
  const known = useFieldMeasure(values)
  const measure = known ?? sentMeasures(undefined)
  const { unit } = measure
  const choose = { value: '', label: t('alerts.choose') }
  const measured = (label: string): string => (unit === undefined ? label : t('alerts.measured', { label, unit }))
  return (
    <>
      <div className={classes['condition']}>
        <NativeSelect
          label={t('alerts.source')}
          required
          data={[choose, ...sources]}
          {...form.getInputProps('source')}
          onChange={({ currentTarget }) => {
            form.setFieldValue('source', currentTarget.value)
            form.setFieldValue('field', onlyField(options, currentTarget.value) ?? '')
          }}
        />
        <NativeSelect
          label={t('alerts.field')}
          required
          data={[choose, ...valueFields(options, source, { devices: devices.length, chosen: field })]}
          disabled={source === ''}
          {...form.getInputProps('field')}
        />
        <NativeSelect
          label={t('alerts.operator')}
          required
          data={[choose, ...AlertOperator.options.map((one) => ({ value: one, label: t(`alerts.operator.${one}`) }))]}
          {...form.getInputProps('operator')}
        />
        <NumberField
          label={measured(t('alerts.value'))}
          required
          disabled={known === undefined}
          {...(isYesOrNo(options, source, field) ? { description: t('alerts.value.yes-or-no') } : {})}
          {...(measure.isConverted ? { description: storedText(values.constant, measure) } : {})}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...shownInput(form, 'constant', measure)}
        />
      </div>
      {sources.length === 0 && devices.length > 0 ? <Text role="note">{t('alerts.value.none')}</Text> : undefined}
      <LatestValue form={values} measure={measure} />
      <OthersNote devices={devices.length} having={unitsWith(options, source, field)} field={field} />
      <div className={classes['pair']}>
        <SpanField
          label={t('alerts.for-at-least')}
          description={t('alerts.value.lasting.help')}
          value={values.lasting}
          error={form.errors['lasting']}
          onChange={(span) => form.setFieldValue('lasting', span)}
        />
        {hasSide(operator) && (
          <div>
            <Checkbox
              label={t('alerts.clear-limit')}
              description={t('alerts.clear-limit.help')}
              checked={values.hasClearLimit}
              onChange={({ currentTarget }) => form.setFieldValue('hasClearLimit', currentTarget.checked)}
            />
            {values.hasClearLimit && (
              <NumberField
                label={measured(t(isUpper ? 'alerts.clear-limit.below' : 'alerts.clear-limit.above'))}
                required
                mt="xs"
                disabled={known === undefined}
                {...(measure.isConverted ? { description: storedText(values.clearLimit, measure) } : {})}
                {...shownInput(form, 'clearLimit', measure)}
              />
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** A limit as the person reads it. The form has it as it is stored. */
function shownInput(form: StepProps['form'], name: 'constant' | 'clearLimit', measure: Measure) {
  const { value, error } = form.getInputProps(name) as { value: Entered; error?: ReactNode }
  return {
    value: value === '' ? value : measure.value(value),
    error,
    onChange: (entered: Entered) => form.setFieldValue(name, entered === '' ? entered : measure.sent(entered)),
  }
}

function storedText(entered: Entered, { sentUnit = '' }: Measure): string {
  const stored = numberOf(entered)
  return stored === undefined
    ? t('alerts.stored-in', { unit: sentUnit })
    : t('alerts.stored-as', { value: withUnit(numberText(stored, { least: 0, most: 10 }), sentUnit) })
}

/** Says that some devices do not have what is watched. */
function OthersNote({ devices, having, field }: { devices: number; having: number; field: string }) {
  const missing = devices - having
  if (field === '' || missing <= 0 || having === 0) return undefined
  return (
    <Text role="note" c="dimmed">
      {t('alerts.value.missing', { missing, devices })}
    </Text>
  )
}
