import { type Rehearsal, REHEARSED_DAYS } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { parsePlaceComparison } from '@fieldwatch/contract/places/place-conditions'
import { parseJourneyComparison } from '@fieldwatch/contract/places/trip-conditions'
import { Button, NativeSelect, Skeleton, Text } from '@mantine/core'
import { Suspense, useId, useState } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { type AskedRehearsal, type Rehearsed, useRehearsal } from './rehearsal-queries.ts'
import { leftOutText, rehearsalAdvice, rehearsalText, rehearsedDeviceText, silentText } from './rehearsal-text.ts'
import classes from './rehearsal.module.css'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import { t } from '../texts.ts'

interface RehearsalPanelProps {
  /** What is entered; undefined as long as it is not complete. */
  asked: AskedRehearsal | undefined
  /** All that are watched, of which the first are tried out. */
  devices: readonly DataId[]
  nameOf: (dataId: DataId) => string
}

const RehearsalChart = lazyPart('rehearsal-chart', async () => (await import('./rehearsal-chart.tsx')).RehearsalChart)

/** What the condition would have done over the last 30 days: how often, when, for how long, and with how many messages. */
export function RehearsalPanel({ asked, devices, nameOf }: RehearsalPanelProps) {
  const { data, error, isOld, refetch } = useRehearsal(asked)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={classes['panel']} aria-busy={isOld}>
      <div className={classes['head']}>
        <Text id={titleId} fw={500}>
          {t('alerts.rehearsal.title', { days: REHEARSED_DAYS })}
        </Text>
        <Text c="dimmed" aria-live="polite">
          {asked !== undefined && (isOld || (data === undefined && error === null)) ? t('alerts.rehearsal.busy') : ''}
        </Text>
      </div>
      {asked === undefined ? (
        <Text c="dimmed">{t('alerts.rehearsal.incomplete')}</Text>
      ) : error !== null && !isOld ? (
        <>
          <FailureNote text={t('alerts.rehearsal.failed', { days: REHEARSED_DAYS })} advice={error.message} />
          <Button variant="default" className={classes['again'] ?? ''} onClick={() => void refetch()}>
            {t('alerts.try-again')}
          </Button>
        </>
      ) : data === undefined ? (
        <Skeleton height="10rem" />
      ) : (
        <Answer {...data} devices={devices.length} nameOf={nameOf} />
      )}
    </section>
  )
}

interface AnswerProps extends Rehearsed {
  devices: number
  nameOf: (dataId: DataId) => string
}

function Answer({ rehearsal, asked, devices, nameOf }: AnswerProps) {
  const [chosen, setChosen] = useState<DataId>()
  const advice = rehearsalAdvice(rehearsal)
  const leftOut = leftOutText(devices)
  const byCount = rehearsal.units.toSorted((one, other) => other.count - one.count)
  const unit = byCount.find(({ dataID }) => dataID === chosen) ?? byCount[0]
  return (
    <>
      <Text component="output" fw={600}>
        {rehearsalText(rehearsal)}
      </Text>
      {advice === undefined ? undefined : <Text role="note">{advice}</Text>}
      {leftOut === undefined ? undefined : <Text c="dimmed">{leftOut}</Text>}
      {byCount.length > 1 && (
        <NativeSelect
          label={t('alerts.rehearsal.shown-device')}
          data={byCount.map((one) => ({
            value: one.dataID,
            label: rehearsedDeviceText(one, nameOf(one.dataID)),
          }))}
          value={unit?.dataID ?? ''}
          onChange={({ currentTarget }) => setChosen(currentTarget.value as DataId)}
        />
      )}
      {unit === undefined ? undefined : (
        <>
          <Text c="dimmed">{silentText(unit, nameOf(unit.dataID))}</Text>
          {/* Of a silence that never was, and of positions, there is nothing to draw. */}
          {(asked.type !== 'silence' || unit.count > 0) && !isOnPositions(unit) && (
            <Suspense fallback={<Skeleton height="10rem" />}>
              <RehearsalChart unit={unit} name={nameOf(unit.dataID)} asked={asked} rehearsal={rehearsal} />
            </Suspense>
          )}
          <RehearsedEvents unit={unit} />
        </>
      )}
    </>
  )
}

/** Whether the events of the table come from positions: visits, trips or stops. */
function isOnPositions({ comparison }: Rehearsal['units'][number]): boolean {
  if (comparison === null) return false
  return parsePlaceComparison(comparison) !== undefined || parseJourneyComparison(comparison) !== undefined
}

const MOST_SHOWN = 5

function lastedText(ms: number, endUTC: string | null): string {
  const time = formatDuration(ms)
  return endUTC === null ? t('alerts.rehearsal.ongoing', { time }) : time
}

/** The newest periods in which a device would have been triggered. */
function RehearsedEvents({ unit }: { unit: Rehearsal['units'][number] }) {
  const { timeFormat } = useMe()
  const measure = useMeasures()(unit.unitOfMeasure)
  const newest = unit.events.slice(-MOST_SHOWN).toReversed()
  const rest = unit.count - newest.length
  if (newest.length === 0) return undefined
  return (
    <div>
      <ul className={classes['events']} aria-label={t('alerts.rehearsal.events')}>
        {newest.map(({ startUTC, endUTC, durationSeconds, value }) => (
          <li key={startUTC} className={classes['event']}>
            <span>{formatMoment(Date.parse(startUTC), timeFormat)}</span>
            {value === null ? undefined : <span>{measuredText(value, measure)}</span>}
            <span>{lastedText(durationSeconds * 1_000, endUTC)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Text c="dimmed">
          {unit.count > unit.events.length
            ? t('alerts.rehearsal.rest-cut', { rest, shown: unit.events.length })
            : t('alerts.rehearsal.rest', { rest })}
        </Text>
      )}
    </div>
  )
}
