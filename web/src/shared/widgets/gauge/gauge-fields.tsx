import { randomId } from '@mantine/hooks'
import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '#ui/icons/icons.ts'
import { SERIES_PALETTE } from '#shared/charts/series-palette.ts'
import { NumberField } from '#ui/components/number-field.tsx'
import { ColourInput } from '#shared/widgets/settings/typed-inputs.tsx'
import { inputOf, type PartFields } from '#shared/widgets/settings/form-field.ts'
import type { TypedNumber } from '#shared/widgets/settings/value-form.ts'
import classes from '#shared/widgets/settings/widget-settings.module.css'
import { t } from '../texts.ts'

const STEPS_MAX = 20

/** A coloured stretch of a gauge as it is being edited; thickness in percent of the arc's width. */
export interface StepForm {
  key: string
  from: TypedNumber
  to: TypedNumber
  colour: string
  thickness: TypedNumber
}

export interface GaugePart {
  from: TypedNumber
  to: TypedNumber
  prefix: string
  ground: string
  delta: TypedNumber
  threshold: TypedNumber
  steps: StepForm[]
}

/** What only a gauge has: its range, its reference values, and the coloured steps behind the bar. */
export function GaugeFields({ fields, part, path }: PartFields<GaugePart>) {
  const { steps } = part
  return (
    <Stack gap="md">
      <Fieldset legend={t('widgets.gauge.settings')}>
        <div className={classes['pair']}>
          <NumberField label={t('widgets.gauge.from')} required {...inputOf(fields, `${path}.from`)} />
          <NumberField label={t('widgets.gauge.to')} required {...inputOf(fields, `${path}.to`)} />
          <NumberField
            label={t('widgets.gauge.threshold')}
            description={t('widgets.gauge.threshold.help')}
            {...inputOf(fields, `${path}.threshold`)}
          />
          <NumberField
            label={t('widgets.gauge.reference')}
            description={t('widgets.gauge.reference.help')}
            {...inputOf(fields, `${path}.delta`)}
          />
          <TextInput label={t('widgets.gauge.prefix')} {...inputOf(fields, `${path}.prefix`)} />
          <ColourInput
            label={t('widgets.gauge.background')}
            placeholder={t('widgets.gauge.background.theme')}
            {...inputOf(fields, `${path}.ground`)}
          />
        </div>
      </Fieldset>
      <Fieldset legend={t('widgets.gauge.steps')}>
        <Stack gap="sm">
          {steps.map((step, index) => (
            <StepFields key={step.key} fields={fields} list={`${path}.steps`} index={index} />
          ))}
          <Group>
            <Button
              variant="default"
              className={classes['remove'] ?? ''}
              leftSection={<IconPlus size="1em" aria-hidden />}
              disabled={steps.length >= STEPS_MAX}
              onClick={() => fields.form.insertListItem(`${path}.steps`, nextStep(part))}
            >
              {t('widgets.gauge.steps.add')}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </Stack>
  )
}

interface StepFieldsProps extends Pick<PartFields<GaugePart>, 'fields'> {
  /** The path of the steps. */
  list: string
  index: number
}

function StepFields({ fields, list, index }: StepFieldsProps) {
  const path = `${list}.${index}`
  const position = index + 1
  return (
    <div className={classes['step']}>
      <NumberField label={t('widgets.gauge.step.from', { position })} required {...inputOf(fields, `${path}.from`)} />
      <NumberField label={t('widgets.gauge.step.to', { position })} required {...inputOf(fields, `${path}.to`)} />
      <ColourInput
        label={t('widgets.gauge.step.colour', { position })}
        required
        {...inputOf(fields, `${path}.colour`)}
      />
      <NumberField label={t('widgets.gauge.step.thickness', { position })} {...inputOf(fields, `${path}.thickness`)} />
      <Button
        variant="default"
        className={classes['remove'] ?? ''}
        aria-label={t('widgets.gauge.step.remove', { position })}
        onClick={() => fields.form.removeListItem(list, index)}
      >
        {t('widgets.remove')}
      </Button>
    </div>
  )
}

/** The next step begins where the last one ends, and goes to the end of the range. */
function nextStep({ steps, from, to }: GaugePart): StepForm {
  const colour = SERIES_PALETTE.light[steps.length % SERIES_PALETTE.light.length] ?? SERIES_PALETTE.light[0]
  return { key: randomId(), from: steps.at(-1)?.to ?? from, to, colour, thickness: 30 }
}
