import type { DataId } from '@fieldwatch/contract/api/ids'
import type { IncidentDetails } from '../contract/incidents.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { hasCode } from '@fieldwatch/web/platform/api/api-error.ts'
import { pageLink } from '@fieldwatch/web/platform/extensions/page-link.ts'
import { usePrinting } from '@fieldwatch/web/platform/print/print-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { portalNow } from '@fieldwatch/web/platform/time/portal-clock.ts'
import { saveFile } from '@fieldwatch/web/shared/downloads/save-file.ts'
import { incidentQuery, useLiveIncidents } from './incident-queries.ts'
import { exportReport, reportDrawn } from './report/export-report.ts'
import { IncidentReport, type ReportedUnit } from './report/incident-report.tsx'
import { t } from './texts.ts'
import { useMeasures } from '@fieldwatch/web/shared/measures/use-measures.ts'
import { writeReplay } from '@fieldwatch/web/shared/moment/replay-address.ts'
import { Slot } from '@fieldwatch/web/platform/extensions/slot.tsx'
import { LoadFailure } from '@fieldwatch/web/ui/components/load-failure.tsx'
import { LoadingSkeleton } from '@fieldwatch/web/ui/components/loading-skeleton.tsx'
import { usePageTitle } from '@fieldwatch/web/ui/components/use-page-title.ts'
import { IncidentMenu } from './incident-menu.tsx'
import classes from './incidents-page.module.css'

/** One incident: what was stored of it, and what people concluded. */
export function IncidentPage({ incidentID }: { incidentID: string }) {
  // What is no number is not found.
  const id = Number(incidentID)
  const { data: incident, error, refetch } = useQuery(incidentQuery(useApi(), id))
  useLiveIncidents()
  usePageTitle(incident?.title ?? t('incidents.title'))
  return (
    <div className={classes['page']}>
      <Text data-screen-only>
        <Anchor renderRoot={(props) => <Link {...pageLink('/incidents')} {...props} />}>{t('incidents.back')}</Anchor>
      </Text>
      {incident !== undefined ? (
        <Opened incident={incident} />
      ) : hasCode(error, 'incident/not-found', 'request/invalid') ? (
        <Text role="alert">{t('incidents.gone')}</Text>
      ) : error === null ? (
        <LoadingSkeleton height="20rem" width="100%" />
      ) : (
        <LoadFailure title={t('incidents.open.failed')} message={error.message} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function Opened({ incident }: { incident: IncidentDetails }) {
  const { timeFormat } = useMe()
  const measures = useMeasures()
  const report = useRef<HTMLDivElement>(null)
  const search = replaySearch(incident)
  const linkOf = ({ dataID, deviceName }: ReportedUnit) => (
    <Link
      to="/dashboard/$dataID"
      params={{ dataID }}
      search={search}
      aria-label={t('incidents.replay.unit', { name: deviceName })}
    >
      <bdi>{deviceName}</bdi>
    </Link>
  )
  return (
    <>
      <Tools incident={incident} report={report} />
      <div ref={report}>
        <IncidentReport incident={incident} reader={{ timeFormat, measures }} linkOf={linkOf} />
      </div>
    </>
  )
}

interface ToolsProps {
  incident: IncidentDetails
  report: RefObject<HTMLDivElement | null>
}

function Tools({ incident, report }: ToolsProps) {
  const { timeFormat } = useMe()
  const { print } = usePrinting()
  const [only, ...others] = incident.details

  async function save(): Promise<void> {
    const article = report.current?.querySelector('article')
    if (article === null || article === undefined) return
    await reportDrawn(article)
    const footer = t('incidents.exported', { when: formatMoment(portalNow(), timeFormat) })
    saveFile(exportReport(article, { title: incident.title, footer }), `${fileName(incident.title)}.html`)
  }

  return (
    <div className={classes['tools']} data-screen-only>
      {only === undefined ? undefined : (
        <ReplayLink incident={incident} dataId={others.length === 0 ? only.dataID : undefined} />
      )}
      <Button variant="default" size="xs" onClick={print}>
        {t('incidents.print')}
      </Button>
      <Button variant="default" size="xs" onClick={() => void save()}>
        {t('incidents.export')}
      </Button>
      <Slot
        name="screen.share"
        of={{ thing: () => ({ kind: 'incident', incidentID: incident.incidentID, title: incident.title }) }}
      />
      <IncidentMenu incident={incident} />
    </div>
  )
}

/** To the unit, or to the dashboard where there are several. */
function ReplayLink({ incident, dataId }: { incident: IncidentDetails; dataId: DataId | undefined }) {
  const search = replaySearch(incident)
  if (dataId === undefined)
    return (
      <Button variant="default" size="xs" renderRoot={(props) => <Link to="/dashboard" search={search} {...props} />}>
        {t('incidents.replay')}
      </Button>
    )
  return (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => <Link to="/dashboard/$dataID" params={{ dataID: dataId }} search={search} {...props} />}
    >
      {t('incidents.replay')}
    </Button>
  )
}

function replaySearch({ fromUTC, toUTC, momentUTC, known }: IncidentDetails) {
  return writeReplay({
    range: { from: Date.parse(fromUTC), to: Date.parse(toUTC) },
    at: Date.parse(momentUTC),
    known,
  })
}

/** A name that every file system takes. */
function fileName(title: string): string {
  const words = title.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '-')
  return words.replaceAll(/^-|-$/g, '').slice(0, 60) || 'incident'
}
