import { SIM_ROW_FIELDS, type SimRowField } from '@fieldwatch/contract/sims'
import { Button, NativeSelect, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ApiError } from '#platform/api/api-error.ts'
import { type ColumnChoice, FIELD_TEXT, withColumn } from './column-choice.ts'
import type { SimImported } from './sim-mutations.ts'
import classes from './sim-cards.module.css'

interface ImportColumnsProps {
  columns: SimImported['columns']
  /** False when the first line of the file is a card. */
  headed: boolean
  onChoose: (choice: ColumnChoice) => void
}

const FIELDS = [
  { value: '', label: 'Not imported' },
  ...SIM_ROW_FIELDS.map((field) => ({ value: field, label: FIELD_TEXT[field] })),
]

/** Shows which columns of a file are ignored and what each is read as, to change it. */
export function ImportColumns({ columns, headed, onChoose }: ImportColumnsProps) {
  const [choosing, { toggle }] = useDisclosure(!headed)
  const passedOver = columns.filter(({ field }) => field === null).map(({ heading }) => heading)
  return (
    <>
      {headed ? undefined : (
        <Text component="output">
          This file has no headings: its first line is a card, and is imported too. Say what each column is.
        </Text>
      )}
      {passedOver.length === 0 ? undefined : (
        <Text c="dimmed" className={classes['passedOver'] ?? ''}>
          Columns that are not imported: {passedOver.join(', ')}
        </Text>
      )}
      <Button variant="default" size="xs" className={classes['choose'] ?? ''} aria-expanded={choosing} onClick={toggle}>
        Choose what each column is
      </Button>
      {choosing ? (
        <div className={classes['fields']}>
          {/* Two columns may have the same heading. */}
          {/* oxlint-disable react/no-array-index-key */}
          {columns.map(({ heading, field }, index) => (
            <NativeSelect
              key={index}
              label={heading === '' ? `Column ${index + 1}` : heading}
              data={FIELDS}
              value={field ?? ''}
              onChange={({ currentTarget: { value } }) => {
                onChoose(withColumn(columns, heading, SIM_ROW_FIELDS.find((one) => one === value) ?? null))
              }}
            />
          ))}
          {/* oxlint-enable react/no-array-index-key */}
        </div>
      ) : undefined}
    </>
  )
}

interface IccidColumnProps {
  error: Error
  onChoose: (choice: ColumnChoice) => void
}

/** Asks which column is the ICCID when none was found. */
export function IccidColumn({ error, onChoose }: IccidColumnProps) {
  const headings = error instanceof ApiError ? error.details.headings : undefined
  if (headings === undefined) return undefined
  const iccid: SimRowField = 'iccid'
  return (
    <NativeSelect
      label="Column with the ICCID"
      data={[{ value: '', label: 'Choose a column', disabled: true }, ...new Set(headings.filter(Boolean))]}
      value=""
      onChange={({ currentTarget: { value } }) => onChoose({ [value]: iccid })}
    />
  )
}
