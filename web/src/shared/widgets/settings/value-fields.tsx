import { recogniseUnit, suggestedUnits } from '@fieldwatch/contract/measures/recognise-unit'
import { Button, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { lookOfField } from '@fieldwatch/contract/templates/calculated-looks'
import { DEFAULT_MAX_GAP_MINUTES } from '@fieldwatch/contract/widgets/chart'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'
import { inputOf, type WidgetFields } from './form-field.ts'
import { NumberField } from '#ui/components/number-field.tsx'
import { ColourInput } from './typed-inputs.tsx'
import { FormulaFields } from './formula-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import classes from './widget-settings.module.css'
import { t } from '../texts.ts'

interface ValueFieldsProps {
  fields: WidgetFields
  index: number
  /** Undefined: it is the only one, and stays. */
  onRemove: (() => void) | undefined
}

/** One value of a widget: where it comes from and how it is shown. */
export function ValueFields({ fields, index, onRemove }: ValueFieldsProps) {
  const { form, rules } = fields
  const value = form.values.values[index]
  const path = `values.${index}`
  const position = index + 1
  const look = lookOfField(value?.source ?? '', value?.field, fields.looks)
  if (rules === undefined) return undefined
  const takesFormula = rules.formula
  return (
    <Fieldset legend={rules.most === 'many' ? t('widgets.value.number', { position }) : t('widgets.value')}>
      <Stack gap="sm">
        {takesFormula && (
          <NativeSelect
            label={t('widgets.value.origin')}
            data={[
              { value: 'field', label: t('widgets.value.origin.field') },
              { value: 'formula', label: t('widgets.value.origin.formula') },
            ]}
            {...inputOf(fields, `${path}.origin`)}
          />
        )}
        {takesFormula && value?.origin === 'formula' ? (
          <FormulaFields fields={fields} index={index} />
        ) : (
          <SourceFields fields={fields} index={index} />
        )}
        <div className={classes['pair']}>
          {rules.colour && (
            <ColourInput label={t('widgets.value.colour')} required {...inputOf(fields, `${path}.colour`)} />
          )}
          {rules.name && (
            <TextInput
              label={t('widgets.value.name')}
              placeholder={look?.name ?? value?.field ?? ''}
              {...inputOf(fields, `${path}.name`)}
            />
          )}
          <TextInput
            label={t('widgets.value.unit')}
            placeholder={look?.unit ?? ''}
            description={unitNote(value?.unit === '' ? look?.unit : value?.unit)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...inputOf(fields, `${path}.unit`)}
          />
          {rules.number.setting === 'maxGapMinutes' ? (
            <NumberField
              label={t('widgets.value.gap')}
              placeholder={String(DEFAULT_MAX_GAP_MINUTES)}
              {...inputOf(fields, `${path}.maxGapMinutes`)}
            />
          ) : (
            <NumberField
              label={t('widgets.value.decimals')}
              placeholder={rules.number.unless ?? t('widgets.value.decimals.as-needed')}
              {...inputOf(fields, `${path}.decimals`)}
            />
          )}
        </div>
        {onRemove !== undefined && (
          <Group justify="flex-end">
            <Button
              variant="default"
              className={classes['remove'] ?? ''}
              onClick={onRemove}
              aria-label={t('widgets.value.remove', { position })}
            >
              {t('widgets.remove')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

/** How the portal understands the text of a unit of measure, so that a person can correct it. */
function unitNote(text = ''): string | undefined {
  if (text.trim() === '') return undefined
  const recognised = recogniseUnit(text)
  if (recognised !== undefined) {
    const { unit, kind } = recognised
    return t(`widgets.unit.${kind}`, { dimension: t(`widgets.dimension.${unit.dimension}`) })
  }
  const suggestions = suggestedUnits(text)
  if (suggestions.length === 0) return t('widgets.unit.as-sent')
  const units = new Intl.ListFormat(PAGE_LANGUAGE.locale, { type: 'disjunction' }).format(suggestions)
  return t('widgets.unit.ambiguous', { text: text.trim(), units })
}
