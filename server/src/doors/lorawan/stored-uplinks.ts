import type { DataId } from '@fieldwatch/contract/api/ids'
import { createCommitQueue } from '#doors/ingest/commit-queue.ts'
import type { createDownlinkStore, HeardDevice } from '#doors/network-servers/downlink-store.ts'
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

const GROUP = 500
/** How many uplinks have to wait before a second statement runs beside the first. */
const SECOND_LANE = 100
const QUEUED = 20_000
/** Senders wait for five seconds. */
const PATIENCE_MS = 4_500
const RETRY_PAUSE_MS = 200

/** Which uplinks are stored: those that arrive at the same time share their statements, as each comes in a request of its own. */
export function createStoredUplinks({ uplinks, devices, clock }: Parts) {
  const queue = <Item, Result>(commit: (items: readonly Item[]) => Promise<Result[]>) =>
    createCommitQueue<Item, Result>({
      clock,
      commit,
      // None of them is in the way of another.
      keysOf: () => [],
      groupLimit: GROUP,
      secondLaneSize: SECOND_LANE,
      queueLimit: QUEUED,
      patienceMs: PATIENCE_MS,
      retryPauseMs: RETRY_PAUSE_MS,
    })
  const looks = queue((given: readonly UplinkId[]) => uplinks.areStored(given, clock()))
  const notes = queue(async (stored: readonly StoredUplink[]) => {
    await devices.noteDevices(new Map<DataId, HeardDevice>(stored.map(({ dataId, heard }) => [dataId, heard])))
    await uplinks.noteStored(stored, clock())
    return stored.map(() => undefined)
  })
  return {
    /** @throws DomainError server/unavailable */
    isStored: (uplink: UplinkId): Promise<boolean> => looks.add(uplink, 1),

    /**
     * Notes an uplink that is stored, and who brought it.
     * @throws DomainError server/unavailable
     */
    note: async (uplink: StoredUplink): Promise<void> => notes.add(uplink, 1),
  }
}
