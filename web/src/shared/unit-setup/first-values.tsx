import type { DataRecord } from '@fieldwatch/contract/data'
import { Text } from '@mantine/core'
import { numbersOf } from './chart-of.ts'
import { SPARK_SIZE, sparkLine } from './spark-line.ts'
import classes from './unit-setup.module.css'

interface FirstValuesProps {
  /** In the order of their times. */
  records: readonly DataRecord[]
}

const FIELDS_MAX = 3

/** Small lines of the first numbers of a source, as they arrive. */
export function FirstValues({ records }: FirstValuesProps) {
  const newest = records.at(-1)
  if (newest === undefined) return undefined
  return numbersOf(newest)
    .slice(0, FIELDS_MAX)
    .map((field) => <FirstValue key={field} field={field} records={records} />)
}

function FirstValue({ field, records }: FirstValuesProps & { field: string }) {
  const points = records.flatMap((record) => {
    const value = record[field]
    return typeof value === 'number' ? [{ at: Date.parse(record.messageUTC), value }] : []
  })
  return (
    <figure className={classes['spark']} aria-label={`First values of ${field}`}>
      <Text component="figcaption" size="xs" c="dimmed">
        {field}
      </Text>
      {points.length < 2 ? (
        <Text size="xs" c="dimmed">
          A line appears with the second record.
        </Text>
      ) : (
        <svg viewBox={`0 0 ${SPARK_SIZE.width} ${SPARK_SIZE.height}`} preserveAspectRatio="none" aria-hidden="true">
          <polyline points={sparkLine(points)} />
        </svg>
      )}
    </figure>
  )
}
