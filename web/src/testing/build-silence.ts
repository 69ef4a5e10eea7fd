import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { UnitSilence } from '@fieldwatch/contract/units/unit-silence'

/** What is known of a unit whose connection ended; name what matters. */
export function buildSilence(given: Partial<UnitSilence> = {}): UnitSilence {
  return {
    dataID: 'tank-01' as DataId,
    reason: 'disconnected',
    sentence: 'The unit disconnected 4 hours ago. It may have no power or no network.',
    findings: [],
    active: true,
    sims: [],
    lastRecordUTC: '2026-11-21T08:00:00.000Z',
    lastSource: 'level' as SourceName,
    connected: false,
    connectionChangedUTC: '2026-11-21T08:01:00.000Z',
    lastRefusedUTC: null,
    lastRefusal: null,
    tokenChangedUTC: null,
    pausedData: [],
    usualSeconds: 300,
    ...given,
  }
}
