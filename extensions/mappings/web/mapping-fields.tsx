import type { CapturedMessage } from '../contract/mappings.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Button, CloseButton, Fieldset, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { NumberField } from '@fieldwatch/web/ui/components/number-field.tsx'
import { leavesOf } from './captured-groups.ts'
import { entryOf, type MappingValues } from './mapping-form.ts'
import classes from './mappings.module.css'
import { t } from './texts.ts'

interface MappingFieldsProps {
  form: UseFormReturnType<MappingValues>
  messages: readonly CapturedMessage[]
}

const MOST_SAMPLES = 20

/** An example message whose values are selected as fields, and the fields that are. */
export function MappingFields({ form, messages }: MappingFieldsProps) {
  const { timeFormat } = useMe()
  const [chosen, choose] = useState('0')
  const sample = messages[Number(chosen)]
  const taken = new Set(form.values.entries.map(({ path }) => path))
  return (
    <>
      {sample === undefined ? undefined : (
        <Stack gap="xs">
          <NativeSelect
            label={t('mappings.sample')}
            description={t('mappings.sample.help')}
            data={messages.slice(0, MOST_SAMPLES).map(({ topic, arrivedUTC }, place) => ({
              value: String(place),
              label: `${topic} · ${formatMoment(Date.parse(arrivedUTC), timeFormat)}`,
            }))}
            value={chosen}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          <div className={classes['leaves']}>
            {leavesOf(sample.payload).map(({ path, text }) => (
              <Button
                key={path}
                variant={taken.has(path) ? 'light' : 'default'}
                size="compact-sm"
                aria-pressed={taken.has(path)}
                classNames={{ root: classes['leaf'] ?? '', label: classes['leafText'] ?? '' }}
                onClick={() =>
                  taken.has(path)
                    ? form.setFieldValue('entries', (entries) => entries.filter((entry) => entry.path !== path))
                    : form.insertListItem('entries', entryOf(path))
                }
              >
                {path === '' ? text : `${path}: ${text}`}
              </Button>
            ))}
          </div>
        </Stack>
      )}
      <Text fw={500} size="sm">
        {t('mappings.values')}
      </Text>
      {form.values.entries.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('mappings.values.none')}
        </Text>
      ) : undefined}
      {form.values.entries.map(({ path }, place) => (
        <ValueFields key={path} form={form} path={path} place={place} />
      ))}
      <TextInput
        label={t('mappings.others')}
        description={t('mappings.others.help')}
        autoComplete="off"
        {...form.getInputProps('others')}
      />
    </>
  )
}

interface ValueFieldsProps extends Pick<MappingFieldsProps, 'form'> {
  path: string
  place: number
}

function ValueFields({ form, path, place }: ValueFieldsProps) {
  return (
    <Fieldset legend={t('mappings.value', { path })} className={classes['value'] ?? ''}>
      <TextInput
        label={t('mappings.value.source')}
        autoComplete="off"
        {...form.getInputProps(`entries.${place}.source`)}
      />
      <TextInput
        label={t('mappings.value.field')}
        autoComplete="off"
        {...form.getInputProps(`entries.${place}.field`)}
      />
      <NumberField label={t('mappings.value.scale')} {...form.getInputProps(`entries.${place}.scale`)} />
      <TextInput label={t('mappings.value.unit')} autoComplete="off" {...form.getInputProps(`entries.${place}.unit`)} />
      <CloseButton
        aria-label={t('mappings.value.remove', { path })}
        onClick={() => form.removeListItem('entries', place)}
      />
    </Fieldset>
  )
}
