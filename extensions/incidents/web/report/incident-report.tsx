import type { IncidentUnit } from '../../contract/incident-facts.ts'
import type { ReactNode } from 'react'
import { t as replay } from '@fieldwatch/web/shared/replay/texts.ts'
import { t } from '../texts.ts'
import { ReportCharts } from './report-charts.tsx'
import { type ReportedIncident, type ReportReader, unitNames, whenText } from './report-reader.ts'
import { ReportTimeline } from './report-timeline.tsx'
import { ReportTracks } from './report-tracks.tsx'
import { ReportUnits } from './report-units.tsx'
import styles from './incident-report.css?inline'

interface IncidentReportProps {
  incident: ReportedIncident
  reader: ReportReader
  /** The name of a unit, perhaps with a link; links are not exported. */
  linkOf?: (unit: ReportedUnit) => ReactNode
}

export type ReportedUnit = Pick<IncidentUnit, 'dataID' | 'deviceName'>

/** The replay shows whole minutes. */
const EARLY_MS = 60_000

const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * An incident as plain HTML without the components of the portal, so that what is on the page can be printed and saved as a file.
 */
export function IncidentReport({ incident, reader, linkOf = plainName }: IncidentReportProps) {
  const names = unitNames(incident)
  const name = (dataID: string): ReactNode =>
    linkOf({ dataID: dataID as IncidentUnit['dataID'], deviceName: names.get(dataID) ?? dataID })
  return (
    <article className="incident-report">
      {/* The file has the same styles. */}
      <style>{styles}</style>
      <ReportHead incident={incident} reader={reader} />
      <section aria-labelledby="incident-conclusions">
        <h2 id="incident-conclusions">{t('incidents.conclusions')}</h2>
        {incident.conclusions.trim() === '' ? (
          <p className="quiet">{t('incidents.conclusions.none')}</p>
        ) : (
          <p className="long" dir="auto">
            {incident.conclusions}
          </p>
        )}
      </section>
      <ReportTimeline incident={incident} reader={reader} name={name} />
      <ReportCharts incident={incident} reader={reader} />
      <ReportTracks incident={incident} reader={reader} />
      <ReportUnits incident={incident} reader={reader} name={name} />
    </article>
  )
}

function plainName({ deviceName }: ReportedUnit): ReactNode {
  return <bdi>{deviceName}</bdi>
}

function ReportHead({ incident, reader }: Pick<IncidentReportProps, 'incident' | 'reader'>) {
  const { title, severity, fromUTC, toUTC, momentUTC, known, by, createdUTC, takenUTC, takenBy, isCut } = incident
  const facts: readonly (readonly [string, string])[] = [
    [t('incidents.severity'), t(`incidents.severity.${severity}`)],
    [t('incidents.range'), t('incidents.save.range', { from: whenText(fromUTC, reader), to: whenText(toUTC, reader) })],
    [t('incidents.moment'), whenText(momentUTC, reader)],
    [replay('replay.known'), known === 'then' ? t('incidents.taken.then') : t('incidents.taken.now')],
    [t('incidents.saved'), byText(createdUTC, by, reader)],
    [t('incidents.taken'), byText(takenUTC, takenBy, reader)],
    [t('incidents.zone'), TIME_ZONE],
  ]
  return (
    <header>
      <h1 dir="auto">{title}</h1>
      <dl className="facts">
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      {Date.parse(toUTC) - Date.parse(takenUTC) > EARLY_MS ? (
        <p className="notice">{t('incidents.early')}</p>
      ) : undefined}
      {isCut ? <p className="notice">{t('incidents.cut')}</p> : undefined}
    </header>
  )
}

function byText(utc: string, name: string | null, reader: ReportReader): string {
  const when = whenText(utc, reader)
  return name === null ? when : t('incidents.when-by', { when, name })
}
