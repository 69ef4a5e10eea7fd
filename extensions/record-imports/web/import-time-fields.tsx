import { ChoiceSelect } from '@fieldwatch/web/ui/components/choice-select.tsx'
import {
  IMPORT_DOUBLED,
  type ImportLayout,
  type ImportPreview,
  type ImportSettings,
  ImportTimeFormat,
} from '../contract/record-imports.ts'
import { Autocomplete, NativeSelect } from '@mantine/core'
import classes from './imports.module.css'
import { t } from './texts.ts'

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
        label={t('record-imports.time.column')}
        description={t('record-imports.time.column.help')}
        data={options}
        value={String(time.column)}
        onChange={({ currentTarget: { value } }) => onLayout({ timeColumn: Number(value), clockColumn: undefined })}
      />
      <NativeSelect
        label={t('record-imports.time.clock')}
        description={t('record-imports.time.clock.help')}
        data={[{ value: '', label: t('record-imports.time.clock.same') }, ...options]}
        value={time.timeColumn === null ? '' : String(time.timeColumn)}
        onChange={({ currentTarget: { value } }) => onLayout({ clockColumn: value === '' ? null : Number(value) })}
      />
      <ChoiceSelect
        label={t('record-imports.time.format')}
        description={t('record-imports.time.format.help')}
        error={failures['settings.time.format']}
        choices={time.format === null ? ['', ...ImportTimeFormat.options] : ImportTimeFormat.options}
        nameOf={(format) => (format === '' ? t('record-imports.format.choose') : t(`record-imports.format.${format}`))}
        value={time.format ?? ''}
        onChange={(format) => change({ format: format === '' ? null : format })}
      />
      {isEpoch ? undefined : (
        <>
          <Autocomplete
            label={t('record-imports.time.zone')}
            description={t('record-imports.time.zone.help')}
            data={ZONES}
            limit={MOST_ZONES}
            value={time.zone}
            error={failures['settings.time.zone']}
            onChange={(zone) => change({ zone })}
          />
          <ChoiceSelect
            label={t('record-imports.time.doubled')}
            description={t('record-imports.time.doubled.help')}
            choices={IMPORT_DOUBLED}
            nameOf={(doubled) => t(`record-imports.doubled.${doubled}`)}
            value={time.doubled}
            onChange={(doubled) => change({ doubled })}
          />
        </>
      )}
    </div>
  )
}
