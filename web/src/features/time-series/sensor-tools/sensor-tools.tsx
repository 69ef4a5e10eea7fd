import { sentMeasures } from '@fieldwatch/contract/measures/measure'
import { fieldUnit } from '@fieldwatch/contract/templates/field-units'
import { Alert, Button, Text } from '@mantine/core'
import { IconAdjustments, IconDownload, IconPlayerPause, IconPlayerPlay } from '#ui/icons/icons.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { useShownTemplate } from '#shared/calculations/use-shown-template.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { ANALYTE, isPaused, SENSORS } from '#shared/sensors/reading.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { useSensorStates } from '#shared/sensors/use-sensor-states.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { SharedButton } from '#shared/units/shared-unit.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import type { FileFormat } from '@fieldwatch/contract/tables/table'
import { FormatMenu } from '#shared/downloads/format-menu.tsx'
import { downloadChart } from '../download-chart.ts'
import { SensorCard } from './sensor-card.tsx'
import classes from './sensor-tools.module.css'
import { planCharts, type PlannedLine } from '#features/time-series/chart-plan.ts'
import { type DataDocument, PAUSE_MARKER, setPausedData } from '@fieldwatch/contract/units/units'
import { unitQuery } from '#shared/units/unit-queries.ts'
import { t } from '../texts.ts'

const CalibrateDialog = lazyPart('calibrate', async () => (await import('./calibrate-dialog.tsx')).CalibrateDialog)

interface SensorToolsProps {
  /** What Export Data saves. */
  span: () => TimeRange
}

/** The sensor tools panel: the newest readings of nitrate, potassium and pH, and what can be done with their sensor. */
export function SensorTools({ span }: SensorToolsProps) {
  const { unit } = useUnit()
  const { timeFormat } = useMe()
  const template = useShownTemplate()
  const states = useSensorStates(unit.dataID)
  const measures = useMeasures()
  const [calibrating, setCalibrating] = useState(false)
  return (
    <section aria-label={t('time-series.sensors')} className={classes['panel']}>
      <div className={classes['cards']}>
        {SENSORS.map(({ name, source }, place) => (
          <SensorCard
            key={name}
            name={name}
            state={states[place] ?? { kind: 'text', text: t('time-series.sensors.retrieving') }}
            measure={measures(fieldUnit({ source, field: ANALYTE }, template))}
            timeFormat={timeFormat}
          />
        ))}
      </div>
      <div className={classes['tools']}>
        <Button
          variant="default"
          leftSection={<IconAdjustments stroke={1.5} aria-hidden />}
          onClick={() => setCalibrating(true)}
        >
          {t('time-series.sensors.calibrate')}
        </Button>
        <PauseButton />
        <ExportButton span={span} />
      </div>
      {calibrating && (
        <Suspense fallback={undefined}>
          <CalibrateDialog dataId={unit.dataID} onClose={() => setCalibrating(false)} />
        </Suspense>
      )}
    </section>
  )
}

function PauseButton() {
  const { unit } = useUnit()
  const pause = usePause(unit)
  const paused = isPaused(unit.pausedData)
  return (
    <>
      <SharedButton
        unit={unit}
        variant="default"
        leftSection={
          paused ? <IconPlayerPlay stroke={1.5} aria-hidden /> : <IconPlayerPause stroke={1.5} aria-hidden />
        }
        loading={pause.isPending}
        onClick={() => pause.mutate({ paused: !paused })}
      >
        {t(paused ? 'time-series.sensors.resume' : 'time-series.sensors.pause')}
      </SharedButton>
      {pause.isError && (
        <Alert role="alert" color="red" className={classes['failure'] ?? ''}>
          {pause.error.message}
        </Alert>
      )}
    </>
  )
}

function ExportButton({ span }: SensorToolsProps) {
  const { unit } = useUnit()
  const api = useApi()
  const [megabytes, setMegabytes] = useState(0)
  const download = useMutation({
    mutationFn: (format: FileFormat) =>
      downloadChart(api, {
        format,
        dataId: unit.dataID,
        title: unit.friendlyName,
        lines: exportLines(),
        span: span(),
        readNotes: undefined,
        onProgress: (bytes) => setMegabytes(Math.floor(bytes / 1_000_000)),
      }),
    onSettled: () => setMegabytes(0),
  })
  return (
    <>
      <FormatMenu onChoose={download.mutate}>
        <Button variant="default" leftSection={<IconDownload stroke={1.5} aria-hidden />} loading={download.isPending}>
          {t('time-series.sensors.export')}
        </Button>
      </FormatMenu>
      {megabytes > 0 && (
        <Text component="output" size="sm" c="dimmed">
          {t('time-series.download.progress', { megabytes })}
        </Text>
      )}
      {download.isError && (
        <Alert role="alert" color="red" className={classes['failure'] ?? ''}>
          {t('time-series.download.failed')}
        </Alert>
      )}
    </>
  )
}

/** The readings of the sensors as columns of one table. */
function exportLines(): readonly PlannedLine[] {
  const specifications = Object.fromEntries(
    SENSORS.map(({ name, source }) => [source, [{ field: ANALYTE, friendlyName: name }]]),
  )
  return planCharts([{ title: '', type: 'timeseries', specifications }], sentMeasures).flatMap(({ lines }) => lines)
}

/** Pauses or resumes the sensor of a unit. What an admin paused of its sources stays paused. */
function usePause({ dataID }: Pick<DataDocument, 'dataID'>) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ paused }: { paused: boolean }) => {
      const body = { dataID, ...(paused ? { pause: [PAUSE_MARKER] } : { resume: [PAUSE_MARKER] }) }
      return (await api.call(setPausedData, { body })).details
    },
    onSuccess: (document) => client.setQueryData(unitQuery(api, dataID).queryKey, document),
  })
}
