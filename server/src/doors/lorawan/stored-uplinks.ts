import type { DataId } from '@fieldwatch/contract/api/ids'
import type { createDownlinkStore, HeardDevice } from '#doors/network-servers/downlink-store.ts'
import { shareStatements } from '#platform/database/share-statements.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { createLorawanStore, UplinkId } from './lorawan-store.ts'

interface Parts {
  readonly uplinks: ReturnType<typeof createLorawanStore>
  readonly devices: Pick<ReturnType<typeof createDownlinkStore>, 'noteDevices'>
  readonly clock: Clock
}

interface StoredUplink extends UplinkId {
  readonly heard: HeardDevice
}

/** Senders wait for five seconds. */
const PATIENCE_MS = 4_500

/** Which uplinks are stored: those that arrive at the same time share their statements, as each comes in a request of its own. */
export function createStoredUplinks({ uplinks, devices, clock }: Parts) {
  const options = { clock, patienceMs: PATIENCE_MS }
  const areStored = (given: readonly UplinkId[]): Promise<boolean[]> => uplinks.areStored(given, clock())
  const noteAll = async (stored: readonly StoredUplink[]): Promise<undefined[]> => {
    await devices.noteDevices(new Map<DataId, HeardDevice>(stored.map(({ dataId, heard }) => [dataId, heard])))
    await uplinks.noteStored(stored, clock())
    return stored.map(() => undefined)
  }
  return {
    /** @throws DomainError server/unavailable */
    isStored: shareStatements(options, areStored),

    /**
     * Notes an uplink that is stored, and who brought it.
     * @throws DomainError server/unavailable
     */
    note: shareStatements(options, noteAll),
  }
}
