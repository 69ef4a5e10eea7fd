import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import { Text } from '@mantine/core'
import { numbersOf } from './chart-of.ts'
import classes from './unit-setup.module.css'
import { t } from './texts.ts'

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
    <figure className={classes['spark']} aria-label={t('unit-setup.arrival.values', { field })}>
      <Text component="figcaption" size="xs" c="dimmed">
        {field}
      </Text>
      {points.length < 2 ? (
        <Text size="xs" c="dimmed">
          {t('unit-setup.arrival.one')}
        </Text>
      ) : (
        <svg viewBox={`0 0 ${SPARK_SIZE.width} ${SPARK_SIZE.height}`} preserveAspectRatio="none" aria-hidden="true">
          <polyline points={sparkLine(points)} />
        </svg>
      )}
    </figure>
  )
}

interface SparkPoint {
  /** Epoch milliseconds. */
  readonly at: number
  readonly value: number
}

/** The size of the drawing; it is stretched to its place. */
const SPARK_SIZE = { width: 100, height: 30 } as const

/** The points of a small line, as SVG has them: by time from left to right, the highest value on top. */
export function sparkLine(points: readonly SparkPoint[]): string {
  const times = points.map(({ at }) => at)
  const values = points.map(({ value }) => value)
  const x = scaleTo(SPARK_SIZE.width, Math.min(...times), Math.max(...times))
  const y = scaleTo(SPARK_SIZE.height, Math.min(...values), Math.max(...values))
  return points.map(({ at, value }) => `${x(at)},${SPARK_SIZE.height - y(value)}`).join(' ')
}

/** Equal values lie in the middle. */
function scaleTo(size: number, low: number, high: number): (value: number) => number {
  return (value) => Number((high === low ? size / 2 : ((value - low) / (high - low)) * size).toFixed(1))
}
