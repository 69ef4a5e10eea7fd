import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import { type ReportedIncident, type ReportReader, whenText } from './report-reader.ts'
import { entryWords } from './timeline-text.ts'

interface ReportTimelineProps {
  incident: ReportedIncident
  reader: ReportReader
  name: (dataID: string) => ReactNode
}

/** What happened, in the order of time. */
export function ReportTimeline({ incident: { timeline }, reader, name }: ReportTimelineProps) {
  return (
    <section aria-labelledby="incident-timeline">
      <h2 id="incident-timeline">{t('incidents.timeline')}</h2>
      {timeline.length === 0 ? (
        <p className="quiet">{t('incidents.timeline.none')}</p>
      ) : (
        <table className="timeline">
          <thead>
            <tr>
              <th scope="col">{t('incidents.timeline.when')}</th>
              <th scope="col">{t('incidents.timeline.unit')}</th>
              <th scope="col">{t('incidents.timeline.what')}</th>
            </tr>
          </thead>
          <tbody>
            {timeline.map((entry, place) => {
              const { kind, text, details, later } = entryWords(entry, reader)
              return (
                // Entries have no identifier of their own, and never change their places. oxlint-disable-next-line react/no-array-index-key
                <tr key={place} data-kind={entry.kind}>
                  <td className="when">{whenText(entry.atUTC, reader)}</td>
                  <td>{name(entry.dataID)}</td>
                  <td>
                    <span className="kind">{kind}</span>{' '}
                    <span className="long" dir="auto">
                      {text}
                    </span>
                    {later === undefined ? undefined : <div className="later">{later}</div>}
                    {details.map((detail) => (
                      <div key={detail} className="quiet" dir="auto">
                        {detail}
                      </div>
                    ))}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}
