import type { CapturedMessage } from '../contract/mappings.ts'
import { readTopicPattern } from '../contract/topic-pattern.ts'
import { Autocomplete, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { leavesOf } from './captured-groups.ts'
import type { MappingValues } from './mapping-form.ts'
import { t } from './texts.ts'

interface MappingSourcesProps {
  form: UseFormReturnType<MappingValues>
  messages: readonly CapturedMessage[]
}

const UNIT_FROM = ['topic', 'path', 'fixed', 'sender'] as const
const TIME_FORMATS = ['arrival', 'iso', 'local', 'seconds', 'milliseconds'] as const

/** Where the name of the unit and the time of a message are. */
export function MappingSources({ form, messages }: MappingSourcesProps) {
  const { topic, unitFrom, timeFormat } = form.values
  const parts = readTopicPattern(topic) ?? []
  const paths = leavesOf(messages[0]?.payload ?? '').map(({ path }) => path)
  return (
    <>
      <NativeSelect
        label={t('mappings.unit')}
        data={UNIT_FROM.map((from) => ({ value: from, label: t(`mappings.unit.${from}`) }))}
        {...form.getInputProps('unitFrom')}
      />
      {unitFrom === 'topic' ? (
        <NativeSelect label={t('mappings.unit.part')} data={['', ...parts]} {...form.getInputProps('unitPart')} />
      ) : unitFrom === 'path' ? (
        <Autocomplete label={t('mappings.path')} data={paths} {...form.getInputProps('unitPath')} />
      ) : unitFrom === 'fixed' ? (
        <TextInput label={t('mappings.unit.dataID')} autoComplete="off" {...form.getInputProps('unitId')} />
      ) : undefined}
      {unitFrom === 'topic' || unitFrom === 'path' ? (
        <Textarea
          label={t('mappings.aliases')}
          description={t('mappings.aliases.help')}
          rows={2}
          {...form.getInputProps('aliases')}
        />
      ) : undefined}
      <NativeSelect
        label={t('mappings.time')}
        data={TIME_FORMATS.map((format) => ({ value: format, label: t(`mappings.time.${format}`) }))}
        {...form.getInputProps('timeFormat')}
      />
      {timeFormat === 'arrival' ? undefined : (
        <Autocomplete label={t('mappings.path')} data={paths} {...form.getInputProps('timePath')} />
      )}
      {timeFormat === 'local' ? (
        <Autocomplete
          label={t('mappings.zone')}
          data={Intl.supportedValuesOf('timeZone')}
          limit={20}
          {...form.getInputProps('zone')}
        />
      ) : undefined}
    </>
  )
}
