import { Button, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { lookOfField } from '@fieldwatch/contract/calculated-looks'
import { inputOf, type WidgetFields } from './form-field.ts'
import { NumberField } from '#ui/components/number-field.tsx'
import { ColourInput } from './typed-inputs.tsx'
import { FormulaFields } from './formula-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import { hasColour, hasManyValues } from './widget-form.ts'
import classes from './widget-settings.module.css'

interface ValueFieldsProps {
  fields: WidgetFields
  index: number
  /** Undefined: it is the only one, and stays. */
  onRemove: (() => void) | undefined
}

/** One value of a widget: where it comes from and how it is shown. */
export function ValueFields({ fields, index, onRemove }: ValueFieldsProps) {
  const { type, values } = fields.form.values
  const value = values[index]
  const path = `values.${index}`
  const look = lookOfField(value?.source ?? '', value?.field, fields.looks)
  const takesFormula = type !== 'chart'
  return (
    <Fieldset legend={hasManyValues(type) ? `Value ${index + 1}` : 'Value'}>
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
          {hasColour(type) && <ColourInput label="Colour" required {...inputOf(fields, `${path}.colour`)} />}
          {type !== 'gauge' && (
            <TextInput
              label="Name"
              placeholder={look?.name ?? value?.field ?? ''}
              {...inputOf(fields, `${path}.name`)}
            />
          )}
          <TextInput label="Unit" placeholder={look?.unit ?? ''} {...inputOf(fields, `${path}.unit`)} />
          {type === 'chart' ? (
            <NumberField
              label="Gap that breaks the line, minutes"
              placeholder="60"
              {...inputOf(fields, `${path}.maxGapMinutes`)}
            />
          ) : (
            <NumberField
              label="Decimals"
              placeholder={type === 'gauge' ? '2' : 'as needed'}
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
