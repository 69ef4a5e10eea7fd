import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { SilenceReason, UnitSilence } from '@fieldwatch/contract/units/unit-silence'
import { Button, Skeleton, Text } from '@mantine/core'
import { formatAgo, formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { useNow } from '#ui/components/use-now.ts'
import { IconAlertTriangle, IconCircleCheck } from '#ui/icons/icons.ts'
import { Panel } from '../panel.tsx'
import { ANCHORS } from '../sections.ts'
import { REFRESH_MS, useUnitHealth } from './health-query.ts'
import classes from './health.module.css'
import { t } from './texts.ts'

interface HealthPanelProps {
  unit: DataDocument
}

/** Whether the unit sends as it should; if not, the likeliest reason and what else may be one. */
export function HealthPanel({ unit }: HealthPanelProps) {
  const { data, error, isFetching, refetch } = useUnitHealth(unit)
  return (
    <Panel
      title={t('unit-health.title')}
      anchor={ANCHORS.health}
      tools={
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
          {t('unit-health.check-again')}
        </Button>
      }
    >
      {error === null ? undefined : <FailureNote text={t('unit-health.failed')} advice={error.message} />}
      {data === undefined ? error === null ? <Skeleton height="4rem" /> : undefined : <Health health={data} />}
    </Panel>
  )
}

function Health({ health }: { health: UnitSilence }) {
  const isHealthy = health.reason === 'not-silent'
  return (
    <>
      <div className={classes['headline']} data-status={isHealthy ? 'ok' : 'bad'} aria-live="polite">
        {isHealthy ? <IconCircleCheck aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />}
        {t(HEADLINES[health.reason] ?? 'unit-health.silent')}
      </div>
      <Text>{health.sentence}</Text>
      {health.findings.map(({ sentence }) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
      <LastMessage health={health} />
    </>
  )
}

const HEADLINES: Partial<Record<SilenceReason, `unit-health.${'healthy' | 'deactivated' | 'never-connected'}`>> = {
  'not-silent': 'unit-health.healthy',
  deactivated: 'unit-health.deactivated',
  'never-connected': 'unit-health.never-connected',
}

function LastMessage({ health: { lastRecordUTC } }: { health: UnitSilence }) {
  const { timeFormat } = useMe()
  const now = useNow(REFRESH_MS)
  if (lastRecordUTC === null) return <Text c="dimmed">{t('unit-health.last-message.none')}</Text>
  const at = Date.parse(lastRecordUTC)
  return (
    <Text c="dimmed" title={formatMoment(at, timeFormat)}>
      {t('unit-health.last-message', { ago: formatAgo(at, now) })}
    </Text>
  )
}
