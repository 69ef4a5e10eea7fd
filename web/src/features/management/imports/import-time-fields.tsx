import {
  IMPORT_DOUBLED,
  IMPORT_TIME_FORMATS,
  type ImportPreview,
  type ImportSettings,
} from '@fieldwatch/contract/telemetry/record-imports'
import { Autocomplete, NativeSelect } from '@mantine/core'
import { DOUBLED_TEXT, TIME_FORMAT_TEXT } from './import-text.ts'
import classes from './imports.module.css'

export interface ImportPartProps {
  settings: ImportSettings
  columns: ImportPreview['columns']
  failures: Readonly<Record<string, string>>
  onChange: (parts: Partial<ImportSettings>) => void
}

const ZONES = Intl.supportedValuesOf('timeZone')
const MOST_ZONES = 20

/** Where the time of a line is, how it is written, and in which zone. */
export function ImportTimeFields({ settings: { time }, columns, failures, onChange }: ImportPartProps) {
  const options = columns.map(({ heading }, place) => ({ value: String(place), label: heading }))
  const change = (parts: Partial<ImportSettings['time']>): void => onChange({ time: { ...time, ...parts } })
  const isEpoch = time.format === 'epoch-s' || time.format === 'epoch-ms'
  return (
    <div className={classes['fields']}>
      <NativeSelect
        label="Column with the time"
        description="Of each record"
        data={options}
        value={String(time.column)}
        onChange={({ currentTarget: { value } }) => change({ column: Number(value) })}
      />
      <NativeSelect
        label="Column with the time of day"
        description="If the date stands alone"
        data={[{ value: '', label: 'The same' }, ...options]}
        value={time.timeColumn === null ? '' : String(time.timeColumn)}
        onChange={({ currentTarget: { value } }) => change({ timeColumn: value === '' ? null : Number(value) })}
      />
      <NativeSelect
        label="Written like"
        description="Seconds may be missing"
        data={IMPORT_TIME_FORMATS.map((value) => ({ value, label: TIME_FORMAT_TEXT[value] }))}
        value={time.format}
        onChange={({ currentTarget: { value } }) => {
          const format = IMPORT_TIME_FORMATS.find((one) => one === value)
          if (format !== undefined) change({ format })
        }}
      />
      {isEpoch ? undefined : (
        <>
          <Autocomplete
            label="Time zone"
            description="Of times that do not say theirs"
            data={ZONES}
            limit={MOST_ZONES}
            value={time.zone}
            error={failures['settings.time.zone']}
            onChange={(zone) => change({ zone })}
          />
          <NativeSelect
            label="Hours that come twice"
            description="When clocks are set back"
            data={IMPORT_DOUBLED.map((value) => ({ value, label: DOUBLED_TEXT[value] }))}
            value={time.doubled}
            onChange={({ currentTarget: { value } }) => {
              const doubled = IMPORT_DOUBLED.find((one) => one === value)
              if (doubled !== undefined) change({ doubled })
            }}
          />
        </>
      )}
    </div>
  )
}
