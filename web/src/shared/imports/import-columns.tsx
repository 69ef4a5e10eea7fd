import { Button, NativeSelect, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ApiError } from '#platform/api/api-error.ts'
import { type ColumnChoice, type ReadColumn, withColumn } from './column-choice.ts'
import classes from './imports.module.css'
import { t } from './texts.ts'

interface ImportColumnsProps<Field extends string> {
  columns: readonly ReadColumn<Field>[]
  /** The labels of the fields, in the order in which they are offered. */
  fields: Readonly<Record<Field, string>>
  /** Says of a file without headings what its first line is. */
  unheaded: string | undefined
  onChoose: (choice: ColumnChoice<Field>) => void
}

/** Shows which columns of a file are ignored and what each is read as, to change it. */
export function ImportColumns<Field extends string>({
  columns,
  fields,
  unheaded,
  onChoose,
}: ImportColumnsProps<Field>) {
  const [choosing, { toggle }] = useDisclosure(unheaded !== undefined)
  const passedOver = columns.filter(({ field }) => field === null).map(({ heading }) => heading)
  const names = Object.keys(fields) as Field[]
  return (
    <>
      {unheaded === undefined ? undefined : <Text component="output">{unheaded}</Text>}
      {passedOver.length === 0 ? undefined : (
        <Text c="dimmed" className={classes['passedOver'] ?? ''}>
          {t('imports.columns.ignored', { columns: passedOver.join(', ') })}
        </Text>
      )}
      <Button variant="default" size="xs" className={classes['choose'] ?? ''} aria-expanded={choosing} onClick={toggle}>
        {t('imports.columns.choose')}
      </Button>
      {choosing ? (
        <div className={classes['fields']}>
          {/* Two columns may have the same heading. */}
          {/* oxlint-disable react/no-array-index-key */}
          {columns.map(({ heading, field }, index) => (
            <NativeSelect
              key={index}
              label={heading === '' ? t('imports.column.number', { number: index + 1 }) : heading}
              data={[
                { value: '', label: t('imports.column.not-imported') },
                ...names.map((name) => ({ value: name as string, label: fields[name] })),
              ]}
              value={field ?? ''}
              onChange={({ currentTarget: { value } }) => {
                onChoose(withColumn(columns, heading, names.find((one) => one === value) ?? null))
              }}
            />
          ))}
          {/* oxlint-enable react/no-array-index-key */}
        </div>
      ) : undefined}
    </>
  )
}

interface KeyColumnProps<Field extends string> {
  error: Error
  /** The field without which nothing can be imported. */
  field: Field
  label: string
  onChoose: (choice: ColumnChoice<Field>) => void
}

/** Asks which column says what each line is about, when none was found. */
export function KeyColumn<Field extends string>({ error, field, label, onChoose }: KeyColumnProps<Field>) {
  const headings = error instanceof ApiError ? error.details.headings : undefined
  if (headings === undefined) return undefined
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: t('imports.column.choose'), disabled: true }, ...new Set(headings.filter(Boolean))]}
      value=""
      onChange={({ currentTarget: { value } }) => onChoose({ [value]: field })}
    />
  )
}
