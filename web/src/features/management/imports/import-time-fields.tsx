import { ChoiceSelect } from '#ui/components/choice-select.tsx'
import {
  IMPORT_DOUBLED,
  type ImportLayout,
  type ImportPreview,
  type ImportSettings,
  ImportTimeFormat,
} from '@fieldwatch/contract/telemetry/record-imports'
import { Autocomplete, NativeSelect } from '@mantine/core'
import classes from './imports.module.css'
import { t } from '#shared/imports/texts.ts'

export interface ImportPartProps {
  settings: ImportSettings
  preview: ImportPreview
  failures: Readonly<Record<string, string>>
  onChange: (parts: Partial<ImportSettings>) => void
  /** Changes where the table is: what its columns are is found again. */
  onLayout: (parts: ImportLayout) => void
}

const ZONES = Intl.supportedValuesOf('timeZone')
const MOST_ZONES = 20

/** Where the time of a line is, how it is written, and in which zone. */
export function ImportTimeFields({
  settings: { time },
  preview: { columns },
  failures,
  onChange,
  onLayout,
}: ImportPartProps) {
  const options = columns.map(({ heading }, place) => ({ value: String(place), label: heading }))
  const change = (parts: Partial<ImportSettings['time']>): void => onChange({ time: { ...time, ...parts } })
  const isEpoch = time.format === 'epoch-s' || time.format === 'epoch-ms'
  return (
    <div className={classes['fields']}>
      <NativeSelect
        label={t('imports.time.column')}
        description={t('imports.time.column.help')}
        data={options}
        value={String(time.column)}
        onChange={({ currentTarget: { value } }) => onLayout({ timeColumn: Number(value), clockColumn: undefined })}
      />
      <NativeSelect
        label={t('imports.time.clock')}
        description={t('imports.time.clock.help')}
        data={[{ value: '', label: t('imports.time.clock.same') }, ...options]}
        value={time.timeColumn === null ? '' : String(time.timeColumn)}
        onChange={({ currentTarget: { value } }) => onLayout({ clockColumn: value === '' ? null : Number(value) })}
      />
      <ChoiceSelect
        label={t('imports.time.format')}
        description={t('imports.time.format.help')}
        error={failures['settings.time.format']}
        choices={time.format === null ? ['', ...ImportTimeFormat.options] : ImportTimeFormat.options}
        nameOf={(format) => (format === '' ? t('imports.format.choose') : t(`imports.format.${format}`))}
        value={time.format ?? ''}
        onChange={(format) => change({ format: format === '' ? null : format })}
      />
      {isEpoch ? undefined : (
        <>
          <Autocomplete
            label={t('imports.time.zone')}
            description={t('imports.time.zone.help')}
            data={ZONES}
            limit={MOST_ZONES}
            value={time.zone}
            error={failures['settings.time.zone']}
            onChange={(zone) => change({ zone })}
          />
          <ChoiceSelect
            label={t('imports.time.doubled')}
            description={t('imports.time.doubled.help')}
            choices={IMPORT_DOUBLED}
            nameOf={(doubled) => t(`imports.doubled.${doubled}`)}
            value={time.doubled}
            onChange={(doubled) => change({ doubled })}
          />
        </>
      )}
    </div>
  )
}
