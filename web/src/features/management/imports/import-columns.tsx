import { type ImportColumn, ImportValueType } from '@fieldwatch/contract/telemetry/record-imports'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { ImportPartProps } from './import-time-fields.tsx'
import classes from './imports.module.css'
import { t } from '#shared/imports/texts.ts'

/** What becomes of each column: the field that it fills, and what its cells are. */
export function ImportColumns({ settings, columns, failures, onChange }: ImportPartProps) {
  const { time, columns: chosen } = settings
  const types = [
    { value: '', label: t('imports.column.not-imported') },
    ...ImportValueType.options.map((value) => ({ value, label: t(`imports.type.${value}`) })),
  ]
  const others = columns.flatMap((column, place) =>
    place === time.column || place === time.timeColumn ? [] : [{ ...column, place }],
  )
  return (
    <fieldset className={classes['columns'] ?? ''}>
      <legend>{t('imports.columns')}</legend>
      {others.map(({ heading, samples, place }) => (
        <div key={place} className={classes['column']}>
          <div className={classes['heading']}>
            <Text fw={600}>{heading}</Text>
            <Text c="dimmed" size="sm">
              {samples.filter(Boolean).join(' · ')}
            </Text>
          </div>
          <NativeSelect
            aria-label={t('imports.column.type', { heading })}
            data={types}
            value={chosen.find(({ column }) => column === place)?.type ?? ''}
            onChange={({ currentTarget: { value } }) => setType(place, heading, value)}
          />
          {nameField(place, heading)}
        </div>
      ))}
      {failures['settings.columns'] === undefined ? undefined : (
        <Text c="var(--mantine-color-error)">{failures['settings.columns']}</Text>
      )}
    </fieldset>
  )

  function nameField(place: number, heading: string) {
    const index = chosen.findIndex(({ column }) => column === place)
    const column = chosen[index]
    if (column === undefined) return <span />
    return (
      <TextInput
        aria-label={t('imports.column.field', { heading })}
        value={column.field}
        error={failures[`settings.columns.${index}.field`]}
        onChange={({ currentTarget: { value: field } }) =>
          onChange({ columns: chosen.map((one) => (one.column === place ? { ...one, field } : one)) })
        }
      />
    )
  }

  function setType(place: number, heading: string, value: string): void {
    const type = ImportValueType.options.find((one) => one === value)
    const left = chosen.filter(({ column }) => column !== place)
    const before = chosen.find(({ column }) => column === place)
    onChange({ columns: type === undefined ? left : [...left, columnOf(place, heading, type, before)].sort(byPlace) })
  }

  function columnOf(place: number, heading: string, type: ImportValueType, before?: ImportColumn): ImportColumn {
    return { column: place, field: before?.field ?? fieldOf(heading, place), type }
  }
}

function byPlace(one: ImportColumn, other: ImportColumn): number {
  return one.column - other.column
}

function fieldOf(heading: string, place: number): string {
  const name = heading.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^[_-]+|(?<![_-])[_-]+$/g, '')
  return /^[A-Za-z_]/.test(name) ? name.slice(0, 64) : `column_${place + 1}`
}
