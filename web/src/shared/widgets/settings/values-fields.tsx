import { Button, Group } from '@mantine/core'
import { IconPlus } from '#ui/icons/icons.ts'
import type { WidgetFields } from './form-field.ts'
import { ValueFields } from './value-fields.tsx'
import classes from './widget-settings.module.css'
import { emptyValue, nextColour } from './value-form.ts'
import { shownValues } from './widget-form.ts'
import { t } from '../texts.ts'

const VALUES_MAX = 50

/** The values of a widget. One always stays. */
export function ValuesFields({ fields }: { fields: WidgetFields }) {
  const { form, rules } = fields
  const values = shownValues(rules, form.values.values)

  function add(): void {
    const source = values.at(-1)?.source ?? ''
    form.insertListItem('values', { ...emptyValue(nextColour(values)), source })
  }

  if (rules === undefined) return undefined
  return (
    <>
      {values.map(({ key }, index) => (
        <ValueFields
          key={key}
          fields={fields}
          index={index}
          onRemove={values.length > 1 ? () => form.removeListItem('values', index) : undefined}
        />
      ))}
      {rules.most === 'many' && (
        <Group>
          <Button
            variant="default"
            className={classes['remove'] ?? ''}
            leftSection={<IconPlus size="1em" aria-hidden />}
            disabled={values.length >= VALUES_MAX}
            onClick={add}
          >
            {t('widgets.value.add')}
          </Button>
        </Group>
      )}
    </>
  )
}
