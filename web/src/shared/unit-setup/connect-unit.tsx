import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatAgo, formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { useNow } from '#ui/components/use-now.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { InSight } from '#ui/components/in-sight.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { useLiveDocuments } from '#platform/live/live-context.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { rangeSince } from '#shared/time-range/chart-ranges.ts'
import { numbersOf } from './chart-of.ts'
import type { UnitCredentials } from './connect-commands.ts'
import { Copyable } from './copyable.tsx'
import { FirstValues } from './first-values.tsx'
import { arrivedQuery, type ArrivedRecord, connectionQuery, useFirstChart } from './unit-setup-queries.ts'
import classes from './unit-setup.module.css'
import { WaysToSend } from './ways-to-send.tsx'
import { t } from './texts.ts'

export interface ConnectUnitProps {
  unit: UnitCredentials
  /** Whether the unit has a template already, which then shows what arrives. */
  hasTemplate: boolean
  onClose: () => void
}

/** Shows the token of a unit once, with commands that use it, and what arrives from the unit in the meantime. */
export function ConnectUnit({ unit, hasTemplate, onClose }: ConnectUnitProps) {
  const { data: connection, error } = useQuery(connectionQuery(useApi()))
  // The token counts as kept once it was copied, or a record shows that the unit has it.
  const [isKept, setKept] = useState(false)
  useUnsaved(!isKept)
  return (
    <Stack>
      <Text>{t.rich('unit-setup.connect.token.help', { dataId: unit.dataId, unit: strong })}</Text>
      <Copyable label={t('unit-setup.connect.token')} text={unit.token} onCopy={() => setKept(true)} />
      {error === null ? undefined : <FailureNote text={error.message} />}
      {connection === undefined ? undefined : (
        <WaysToSend connection={connection} unit={unit} onKeep={() => setKept(true)} />
      )}
      <Arrivals dataId={unit.dataId} hasTemplate={hasTemplate} onArrival={() => setKept(true)} onClose={onClose} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('unit-setup.connect.kept')}
        </Button>
      </Group>
    </Stack>
  )
}

function strong(words: ReactNode) {
  return <strong key="strong">{words}</strong>
}

type ArrivalsProps = Pick<ConnectUnitProps, 'hasTemplate' | 'onClose'> & { dataId: string; onArrival: () => void }

/** What came from the unit since this was opened. */
function Arrivals({ dataId, hasTemplate, onArrival, onClose }: ArrivalsProps) {
  const [openedAt] = useState(portalNow)
  const [arrival, setArrival] = useState<{ source: string; at: string }>()
  const { data: arrived } = useQuery(arrivedQuery(useApi(), dataId, arrival))
  useLiveDocuments(dataId, {
    modified: ({ dataID, lastMessage, lastActivityUTC }) => {
      if (dataID !== dataId || lastMessage === null || lastActivityUTC === null) return
      const isNew = Date.parse(lastActivityUTC) > openedAt - CLOCKS_DIFFER_MS
      if (!isNew) return
      setArrival({ source: lastMessage, at: lastActivityUTC })
      onArrival()
    },
  })
  if (arrived === undefined || arrived === null) {
    return (
      <Group component="output" gap="xs" wrap="nowrap">
        <Loader size="xs" aria-hidden="true" />
        <Text>{t('unit-setup.arrival.waiting')}</Text>
      </Group>
    )
  }
  return <Arrived dataId={dataId} arrived={arrived} hasTemplate={hasTemplate} onClose={onClose} />
}

/** So many of the first records are drawn. */
const DRAWN_MAX = 100

/** The moment of success: it comes into sight, and what arrives next is drawn. */
function Arrived(props: NextStepsProps) {
  const { arrived } = props
  const [drawn, setDrawn] = useState([arrived])
  if (drawn.at(-1) !== arrived) setDrawn(withRecord(drawn, arrived))
  return (
    <InSight>
      <Stack gap="xs">
        <SuccessNote text={t('unit-setup.arrival.done', { source: arrived.source })} />
        <RecordFields {...arrived}>
          <FirstValues records={drawn.map(({ record }) => record)} />
        </RecordFields>
        <NextSteps {...props} />
      </Stack>
    </InSight>
  )
}

/** Adds a record to the earlier ones of its source; records of other sources are left out. */
function withRecord(drawn: readonly ArrivedRecord[], next: ArrivedRecord): ArrivedRecord[] {
  const others = drawn.filter(
    ({ source, record }) => source === next.source && record.messageUTC < next.record.messageUTC,
  )
  return [...others.slice(1 - DRAWN_MAX), next]
}

/** How far the browser's clock may be ahead of the portal's. */
const CLOCKS_DIFFER_MS = 5_000

const CLOCK_MS = 5_000

function RecordFields({ source, record, children }: ArrivedRecord & { children: ReactNode }) {
  const { timeFormat } = useMe()
  const now = useNow(CLOCK_MS)
  const at = Date.parse(record.messageUTC)
  const fields = Object.entries(record).filter(([name]) => name !== 'recieveUTC' && name !== 'messageUTC')
  return (
    <section aria-label={t('unit-setup.arrival.newest', { source })} className={classes['record']}>
      <Title order={3} size="h6">
        {t('unit-setup.arrival.newest', { source })}
      </Title>
      <Text size="xs" c="dimmed">
        {t('unit-setup.arrival.time', { at: formatMoment(at, timeFormat), ago: formatAgo(at, now) })}
      </Text>
      <dl className={classes['fields']}>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

interface NextStepsProps extends Omit<ArrivalsProps, 'onArrival'> {
  arrived: ArrivedRecord
}

function NextSteps({ dataId, arrived, hasTemplate, onClose }: NextStepsProps) {
  const navigate = useNavigate()
  const firstChart = useFirstChart(dataId)
  const openUnit = (): void => {
    onClose()
    void navigate({ to: '/dashboard/$dataID', params: { dataID: dataId } })
  }
  // A new unit has minutes of data, which would be a sliver of a day.
  const openChart = (): void => {
    onClose()
    const range = rangeSince(Date.parse(arrived.record.messageUTC), portalNow())
    void navigate({ to: '/dashboard/$dataID/time-series', params: { dataID: dataId }, search: { range } })
  }
  const drawable = !hasTemplate && numbersOf(arrived.record).length > 0
  return (
    <>
      {firstChart.isError ? <FormFailure text={firstChart.error.message} /> : undefined}
      <Group gap="xs" justify="flex-end">
        <Button variant={drawable ? 'default' : 'filled'} onClick={openUnit}>
          {t('unit-setup.arrival.open')}
        </Button>
        {drawable ? (
          <Button loading={firstChart.isPending} onClick={() => firstChart.mutate(arrived, { onSuccess: openChart })}>
            {t('unit-setup.arrival.chart')}
          </Button>
        ) : undefined}
      </Group>
    </>
  )
}
