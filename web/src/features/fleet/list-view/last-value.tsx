import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { LastValue as LastValueOf } from '@fieldwatch/contract/telemetry/data'
import { useAgeText } from '#shared/moment/age-text.ts'
import { withUnit } from '@fieldwatch/contract/text/with-unit'
import { useReplay, useSnapshot } from '#shared/moment/replay-context.ts'
import type { Snapshot } from '#shared/moment/snapshot.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMe } from '#platform/session/me-queries.ts'
import { valueWords } from '#shared/latest/value-format.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import type { ListedUnit } from '../listed-unit.ts'
import classes from './last-value.module.css'
import type { ValueReader } from './value-reader.ts'
import { t } from '../texts.ts'

interface LastValueProps {
  unit: Pick<ListedUnit, 'dataID' | 'lastActivityUTC'>
  reader: ValueReader
  now: number
}

/** How long a value of a unit that sends nothing is shown before it is read again: the portal may have computed a newer one. */
const AGEING_MS = 30_000

/** The last value of the chosen field with its age, read again when the unit sends. */
export function LastValue({ unit: { dataID, lastActivityUTC }, reader, now }: LastValueProps) {
  const { timeFormat } = useMe()
  const measures = useMeasures()
  const ageText = useAgeText(timeFormat)
  const { source, field } = reader.value
  const isPast = useReplay() !== undefined
  const snapshot = useSnapshot()
  const { data, isError } = useQuery({
    // In the past it is asked for once, as only the portal knows the unit of measure.
    queryKey: ['last-value', source, field, dataID, isPast ? 'past' : lastActivityUTC] as const,
    queryFn: () => reader.read(dataID),
    placeholderData: keepPreviousData,
    refetchInterval: isPast ? false : AGEING_MS,
    gcTime: AGEING_MS,
  })
  const last = isPast ? pastValue(snapshot, dataID, reader.value, data?.unit) : data
  if (last === undefined || last === null) {
    const why = isError ? t('fleet.value.failed') : t('fleet.value.none-yet')
    return <span className={classes['none']}>{last === null || isError ? <span title={why}>–</span> : undefined}</span>
  }
  const at = Date.parse(last.atUTC)
  const { text, unit } = valueWords(last.value, measures(last.unit))
  return (
    <span className={classes['last']} title={`${nameOfValue(reader.value)}, ${formatMoment(at, timeFormat)}`}>
      <span className={classes['value']}>{withUnit(text, unit)}</span>
      <span className={classes['age']}>{ageText(at, now)}</span>
    </span>
  )
}

function pastValue(
  snapshot: Snapshot | undefined,
  dataID: DataId,
  { source, field }: ValueReader['value'],
  unit: string | undefined,
): LastValueOf | null | undefined {
  if (snapshot === undefined) return undefined
  const record = snapshot.units.get(dataID)?.records.find(({ subject }) => subject === source)?.record
  const value = record?.[field]
  if (record === undefined || value === undefined || value === null) return null
  return { dataID, atUTC: record.messageUTC, value, ...(unit === undefined ? {} : { unit }) }
}

/** As equations and conditions write it: `pressure.bar`. */
export function nameOfValue({ source, field }: ValueReader['value']): string {
  return `${source}.${field}`
}
