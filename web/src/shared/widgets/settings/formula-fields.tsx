import { compileEquation } from '@fieldwatch/contract/calculations/equation'
import { Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { inputOf, type WidgetFields } from './form-field.ts'
import { numericVariables } from '#shared/units/source-choices.ts'
import { t } from '../texts.ts'

/** A formula over values of the unit, with the denominators that must not be zero. */
export function FormulaFields({ fields, index }: { fields: WidgetFields; index: number }) {
  const { form, sources } = fields
  const value = form.values.values[index]
  const variables = compileEquation(value?.formula ?? '').equation?.variables ?? []
  const known = new Set(numericVariables(sources))
  const unknown = variables.filter((name) => !known.has(name))
  const path = `values.${index}`

  function type(formula: string): void {
    const next = compileEquation(formula).equation?.variables
    form.setFieldValue(`${path}.formula`, formula)
    // Keeps the denominators while the formula cannot be parsed.
    if (next !== undefined) {
      form.setFieldValue(`${path}.denominators`, value?.denominators.filter((name) => next.includes(name)) ?? [])
    }
  }

  return (
    <Stack gap="xs">
      <Textarea
        label={t('widgets.formula')}
        description={t('widgets.formula.help')}
        required
        rows={2}
        {...inputOf(fields, `${path}.formula`)}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {unknown.length > 0 && <Text c="dimmed">{t('widgets.formula.unknown', { names: unknown.join(', ') })}</Text>}
      {variables.length > 0 && (
        <Checkbox.Group
          label={t('widgets.formula.denominators')}
          value={value?.denominators ?? []}
          onChange={(names) => form.setFieldValue(`${path}.denominators`, names)}
        >
          <Stack gap="xs" mt="xs">
            {variables.map((name) => (
              <Checkbox key={name} value={name} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  )
}
