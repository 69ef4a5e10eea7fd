import type { IncidentDetails } from '../../contract/incidents.ts'
import type { SharedIncident } from '../../contract/shared-incident.ts'
import type { Measures } from '@fieldwatch/contract/measures/measure'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { t } from '../texts.ts'

/** An incident as people see it, or visitors of a shared link, who see less. */
export type ReportedIncident = SharedIncident & Pick<IncidentDetails, 'by' | 'takenBy'>

/** For whom a report is written. Its texts are in the language of the page. */
export interface ReportReader {
  readonly timeFormat: TimeFormat
  readonly measures: Measures
}

export function whenText(utc: string, { timeFormat }: ReportReader): string {
  return formatMoment(Date.parse(utc), timeFormat)
}

/** A value as it is read: converted where the field has a unit of measure. */
export function valueText(value: FieldValue | undefined, unit: string | null, { measures }: ReportReader): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? t('incidents.state.yes') : t('incidents.state.no')
  if (typeof value !== 'number') return value
  return measuredText(value, measures(unit))
}

/** The names of the units as they were stored. */
export function unitNames({ details }: Pick<IncidentDetails, 'details'>): ReadonlyMap<string, string> {
  return new Map(details.map(({ dataID, deviceName }) => [dataID, deviceName]))
}
