import { recogniseUnit, suggestedUnits } from '@fieldwatch/contract/measures/recognise-unit'
import { Button, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { lookOfField } from '@fieldwatch/contract/templates/calculated-looks'
import { inputOf, type WidgetFields } from './form-field.ts'
import { NumberField } from '#ui/components/number-field.tsx'
import { ColourInput } from './typed-inputs.tsx'
import { FormulaFields } from './formula-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import classes from './widget-settings.module.css'

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
  const look = lookOfField(value?.source ?? '', value?.field, fields.looks)
  if (rules === undefined) return undefined
  const takesFormula = rules.formula
  return (
    <Fieldset legend={rules.most === 'many' ? `Value ${index + 1}` : 'Value'}>
      <Stack gap="sm">
        {takesFormula && (
          <NativeSelect
            label="Comes from"
            data={[
              { value: 'field', label: 'A source' },
              { value: 'formula', label: 'A formula' },
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
          {rules.colour && <ColourInput label="Colour" required {...inputOf(fields, `${path}.colour`)} />}
          {rules.name && (
            <TextInput
              label="Name"
              placeholder={look?.name ?? value?.field ?? ''}
              {...inputOf(fields, `${path}.name`)}
            />
          )}
          <TextInput
            label="Unit"
            placeholder={look?.unit ?? ''}
            description={unitNote(value?.unit === '' ? look?.unit : value?.unit)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...inputOf(fields, `${path}.unit`)}
          />
          {rules.number.setting === 'maxGapMinutes' ? (
            <NumberField
              label="Gap that breaks the line, minutes"
              placeholder={rules.number.unless}
              {...inputOf(fields, `${path}.maxGapMinutes`)}
            />
          ) : (
            <NumberField label="Decimals" placeholder={rules.number.unless} {...inputOf(fields, `${path}.decimals`)} />
          )}
        </div>
        {onRemove !== undefined && (
          <Group justify="flex-end">
            <Button
              variant="default"
              className={classes['remove'] ?? ''}
              onClick={onRemove}
              aria-label={`Remove value ${index + 1}`}
            >
              Remove
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
    return `Converted for people who prefer other units: ${unit.dimension}${kind === 'difference' ? ', difference or rate' : ''}.`
  }
  const suggestions = suggestedUnits(text)
  const instead =
    suggestions.length === 0 ? '' : ` ${text.trim()} has several meanings. Enter ${suggestions.join(' or ')}.`
  return `Always shown as sent.${instead}`
}
