import { Button, NativeSelect, Stack } from '@mantine/core'
import { lookOfSource } from '@fieldwatch/contract/templates/calculated-looks'
import { IconPlus } from '#ui/icons/icons.ts'
import classes from './widget-settings.module.css'
import { inputOf, type WidgetFields } from './form-field.ts'
import { type Choice, fieldChoices, sourceChoices } from '#shared/units/source-choices.ts'
import { t } from '../texts.ts'

/** Picks the source and the value that an entry shows. */
export function SourceFields({ fields, index }: { fields: WidgetFields; index: number }) {
  const { form, rules, sources, looks, onCreateSource } = fields
  const { values } = form.values
  const value = values[index]
  const numeric = rules?.numeric === true
  const source = value?.source ?? ''
  const path = `values.${index}`

  function chooseSource(next: string): void {
    form.setFieldValue(`${path}.source`, next)
    if (value !== undefined) {
      const { name, unit } = lookOfSource(value, next, looks)
      form.setFieldValue(`${path}.name`, name)
      form.setFieldValue(`${path}.unit`, unit)
    }
    const choices = fieldChoices(sources, next, { numeric, chosen: '' })
    const stays = choices.some((choice) => choice.value === value?.field)
    if (!stays) form.setFieldValue(`${path}.field`, (choices.length === 1 && choices[0]?.value) || '')
  }

  return (
    <div className={classes['pair']}>
      <Stack gap="xs">
        <PickOne
          label={t('widgets.value.source')}
          choices={sourceChoices(sources, { numeric, chosen: source })}
          {...inputOf(fields, `${path}.source`)}
          onChange={({ currentTarget }) => chooseSource(currentTarget.value)}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size="1em" aria-hidden />}
          className={classes['create'] ?? ''}
          onClick={onCreateSource}
        >
          {t('widgets.value.source.create')}
        </Button>
      </Stack>
      <PickOne
        label={t('widgets.value')}
        choices={fieldChoices(sources, source, { numeric, chosen: value?.field ?? '' })}
        disabled={source === ''}
        {...inputOf(fields, `${path}.field`)}
      />
    </div>
  )
}

interface PickOneProps extends Omit<React.ComponentProps<typeof NativeSelect>, 'data'> {
  choices: readonly Choice[]
  /** The label for no choice. */
  none?: string
}

/** A picker of one from a list, or none. */
export function PickOne({ choices, none = t('widgets.settings.choose'), required = true, ...input }: PickOneProps) {
  return <NativeSelect {...input} required={required} data={[{ value: '', label: none }, ...choices]} />
}
