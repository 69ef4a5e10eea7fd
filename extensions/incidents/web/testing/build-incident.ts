import type { AlertId, DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import type { IncidentDetails } from '../../contract/incidents.ts'

/** An incident of one unit, with one entry of each kind. */
export function buildIncident(given: Partial<IncidentDetails> = {}): IncidentDetails {
  const dataID = 'tank-01' as DataId
  const at = (minute: number): string => `2026-03-01T08:${String(minute).padStart(2, '0')}:00.000Z`
  return {
    incidentID: 7,
    entity: 'water' as EntityId,
    title: 'Overflow',
    severity: 'major',
    fromUTC: at(0),
    toUTC: at(50),
    momentUTC: at(20),
    known: 'now',
    units: 1,
    unitNames: ['North tank'],
    hasConclusions: true,
    by: 'Grace Hopper',
    createdUTC: '2026-03-02T08:00:00.000Z',
    takenUTC: '2026-03-02T08:00:00.000Z',
    mayChange: true,
    version: 1,
    conclusions: 'The pump stopped.',
    takenBy: 'Grace Hopper',
    mayTakeAgain: true,
    isCut: false,
    timeline: [
      {
        kind: 'event',
        dataID,
        atUTC: at(1),
        knownUTC: at(9),
        happening: 'began',
        name: 'high',
        title: 'High',
        tag: null,
      },
      {
        kind: 'alert',
        dataID,
        atUTC: at(2),
        knownUTC: null,
        happening: 'high',
        alertID: 'a-1' as AlertId,
        title: 'Too high',
        value: 9.5,
        limit: 8,
        unitOfMeasure: '°C',
        by: null,
        comment: null,
        notifications: [{ kind: 'alarm', channel: 'mail', recipient: 'ada@example.com', atUTC: at(3), state: 'sent' }],
      },
      {
        kind: 'note',
        dataID,
        atUTC: at(4),
        knownUTC: null,
        noteID: 3,
        text: '<img src=x onerror=alert(1)>',
        source: null,
        endUTC: null,
        by: 'Ada',
        pinned: false,
      },
    ],
    details: [
      {
        dataID,
        deviceName: 'North tank',
        measures: [{ source: 'tank' as SourceName, field: 'level', unit: 'm' }],
        states: [
          {
            atUTC: at(0),
            records: [{ subject: 'tank' as SourceName, record: { messageUTC: at(0), recieveUTC: at(0), level: 1.25 } }],
            position: null,
            active: true,
            lastActivityUTC: at(0),
            alerts: [],
            occurrences: [],
            requests: [],
            configurations: [],
          },
        ],
        series: [
          {
            source: 'tank' as SourceName,
            field: 'level',
            unit: 'm',
            at: [0, 10, 20, 30].map((minute) => Date.parse(at(minute))),
            values: [1, 3, 2, 9],
          },
        ],
        track: null,
      },
    ],
    ...given,
  }
}
