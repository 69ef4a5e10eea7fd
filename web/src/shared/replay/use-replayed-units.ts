import type { DataId } from '@fieldwatch/contract/api/ids'
import { useSyncExternalStore } from 'react'
import type { Replay } from '#shared/moment/replay.ts'

/** The units that the page shows; the same array as long as they are. */
export function useReplayedUnits(replay: Replay): readonly DataId[] {
  return useSyncExternalStore(replay.onSubject, replay.units) as readonly DataId[]
}
