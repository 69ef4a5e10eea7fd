import { type ImportColumn, type ImportValues, ImportValueType } from '../contract/record-imports.ts'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { cellsText, oddText } from './import-text.ts'
import type { ImportPartProps } from './import-time-fields.tsx'
import classes from './imports.module.css'
import { t } from './texts.ts'

type Place = Pick<ImportColumn, 'column' | 'series'>

/** What becomes of each column or series: the field that it fills, what its cells are, and which of them are left empty. */
export function ImportColumns({ settings, preview: { values }, failures, onChange }: ImportPartProps) {
  const { columns: chosen } = settings
  const types = [
    { value: '', label: t('record-imports.column.not-imported') },
    ...ImportValueType.options.map((value) => ({ value, label: t(`record-imports.type.${value}`) })),
  ]
  return (
    <fieldset className={classes['columns'] ?? ''}>
      <legend>
        {settings.seriesColumn === null ? t('record-imports.columns') : t('record-imports.columns.series')}
      </legend>
      {values.map((of) => (
        <div key={`${of.column} ${of.series}`} className={classes['column']}>
          <div className={classes['heading']}>
            <Text fw={600}>{headingText(of)}</Text>
            <Text c="dimmed" size="sm">
              {cellsText(of)}
            </Text>
            {isChosen(of) && of.odd.count > 0 ? <Text size="sm">{oddText(of)}</Text> : undefined}
          </div>
          <NativeSelect
            aria-label={t('record-imports.column.type', { heading: of.heading })}
            data={types}
            value={chosen.find((one) => isSame(one, of))?.type ?? ''}
            onChange={({ currentTarget: { value } }) => setType(of, value)}
          />
          {nameField(of)}
        </div>
      ))}
      {failures['settings.columns'] === undefined ? undefined : (
        <Text c="var(--mantine-color-error)">{failures['settings.columns']}</Text>
      )}
    </fieldset>
  )

  function isChosen(of: Place): boolean {
    return chosen.some((one) => isSame(one, of))
  }

  function nameField(of: ImportValues) {
    const index = chosen.findIndex((one) => isSame(one, of))
    const column = chosen[index]
    if (column === undefined) return <span />
    return (
      <TextInput
        aria-label={t('record-imports.column.field', { heading: of.heading })}
        value={column.field}
        error={failures[`settings.columns.${index}.field`]}
        onChange={({ currentTarget: { value: field } }) =>
          onChange({ columns: chosen.map((one) => (isSame(one, of) ? { ...one, field } : one)) })
        }
      />
    )
  }

  function setType(of: ImportValues, value: string): void {
    const type = ImportValueType.options.find((one) => one === value)
    const left = chosen.filter((one) => !isSame(one, of))
    const { column, series, field, cellUnit: unit } = of
    const before = chosen.find((one) => isSame(one, of)) ?? { column, series, field, unit }
    // In the order of the file.
    const added = type === undefined ? left : [...left, { ...before, type }]
    onChange({ columns: values.flatMap((one) => added.filter((chosenOne) => isSame(chosenOne, one))) })
  }
}

/** With its unit of measure, which many headings have already. */
function headingText({ heading, unit }: ImportValues): string {
  return unit === null || heading.includes(unit) ? heading : t('record-imports.column.unit', { heading, unit })
}

function isSame(one: Place, other: Place): boolean {
  return one.column === other.column && one.series === other.series
}
