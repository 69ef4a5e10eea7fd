import type { EntityId, SimId } from '@fieldwatch/contract/api/ids'
import type { Sim } from '@fieldwatch/contract/units/sims'

/** A SIM card that mentions only what matters to the test. */
export function buildSim(parts: Partial<Omit<Sim, 'simID'>> & { simID: string }): Sim {
  return {
    entity: 'water' as EntityId,
    iccid: '8944501234567890124',
    imsi: '',
    msisdn: '',
    imei: '',
    label: parts.simID,
    operator: '',
    status: 'active',
    dataID: null,
    friendlyName: null,
    ip: '',
    dataUsed: null,
    dataLimit: null,
    lastSessionUTC: null,
    updatedUTC: '2026-11-21T08:00:00.000Z',
    version: 1,
    ...parts,
    simID: parts.simID as SimId,
  }
}
