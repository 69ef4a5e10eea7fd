import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '#ui/icons/icons.ts'
import { SERIES_PALETTE } from '#shared/charts/series-palette.ts'
import { NumberField } from '#ui/components/number-field.tsx'
import { ColourInput } from './typed-inputs.tsx'
import { inputOf, type WidgetFields } from './form-field.ts'
import { emptyStep, type WidgetForm } from './widget-form.ts'
import classes from './widget-settings.module.css'

const STEPS_MAX = 20

/** What only a gauge has: its range, its reference values, and the coloured steps behind the bar. */
export function GaugeFields({ fields }: { fields: WidgetFields }) {
  const { steps } = fields.form.values.gauge
  return (
    <Stack gap="md">
      <Fieldset legend="Gauge">
        <div className={classes['pair']}>
          <NumberField label="Range from" required {...inputOf(fields, 'gauge.from')} />
          <NumberField label="Range to" required {...inputOf(fields, 'gauge.to')} />
          <NumberField label="Threshold" description="Marked on the arc" {...inputOf(fields, 'gauge.threshold')} />
          <NumberField label="Compare with" description="Shown as ▲ or ▼" {...inputOf(fields, 'gauge.delta')} />
          <TextInput label="Prefix" {...inputOf(fields, 'gauge.prefix')} />
          <ColourInput label="Background" placeholder="As the theme has it" {...inputOf(fields, 'gauge.ground')} />
        </div>
      </Fieldset>
      <Fieldset legend="Coloured steps">
        <Stack gap="sm">
          {steps.map((step, index) => (
            <StepFields key={step.key} fields={fields} index={index} />
          ))}
          <Group>
            <Button
              variant="default"
              className={classes['remove'] ?? ''}
              leftSection={<IconPlus size="1em" aria-hidden />}
              disabled={steps.length >= STEPS_MAX}
              onClick={() => fields.form.insertListItem('gauge.steps', nextStep(fields.form.values.gauge))}
            >
              Add step
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </Stack>
  )
}

function StepFields({ fields, index }: { fields: WidgetFields; index: number }) {
  const path = `gauge.steps.${index}`
  const label = (text: string) => `Step ${index + 1} ${text}`
  return (
    <div className={classes['step']}>
      <NumberField label={label('from')} required {...inputOf(fields, `${path}.from`)} />
      <NumberField label={label('to')} required {...inputOf(fields, `${path}.to`)} />
      <ColourInput label={label('colour')} required {...inputOf(fields, `${path}.colour`)} />
      <NumberField label={label('thickness, %')} {...inputOf(fields, `${path}.thickness`)} />
      <Button
        variant="default"
        className={classes['remove'] ?? ''}
        aria-label={`Remove step ${index + 1}`}
        onClick={() => fields.form.removeListItem('gauge.steps', index)}
      >
        Remove
      </Button>
    </div>
  )
}

/** The next step begins where the last one ends, and goes to the end of the range. */
function nextStep({ steps, from, to }: WidgetForm['gauge']) {
  const colour = SERIES_PALETTE.light[steps.length % SERIES_PALETTE.light.length] ?? SERIES_PALETTE.light[0]
  return { ...emptyStep(colour), from: steps.at(-1)?.to ?? from, to }
}
