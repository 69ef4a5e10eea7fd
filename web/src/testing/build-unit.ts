import type { DataId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'

/** A data document that mentions only what matters to the test. */
export function buildUnit(parts: Partial<Omit<DataDocument, 'dataID'>> & { dataID: string }): DataDocument {
  return {
    friendlyName: parts.dataID,
    description: '',
    size: '',
    service: '',
    image: '',
    active: true,
    lastActivityUTC: '2026-05-06T12:00:00.000Z',
    lastMessage: null,
    currentLat: null,
    currentLon: null,
    entities: [],
    defaultTemplate: null,
    customTemplate: null,
    apps: [],
    pausedData: [],
    connected: true,
    version: 1,
    ...parts,
    dataID: parts.dataID as DataId,
  }
}
