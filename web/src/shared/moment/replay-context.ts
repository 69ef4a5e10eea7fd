import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { portalNow } from '#platform/time/portal-clock.ts'
import type { Playback } from './playback.ts'
import type { Replay, Shown } from './replay.ts'
import type { Snapshot, SourceNeed } from './snapshot.ts'

export const ReplayContext = createContext<Replay | undefined>(undefined)

/** The replay of the page; undefined while the page is live. */
export function useReplay(): Replay | undefined {
  return use(ReplayContext)
}

const NEVER = (): (() => void) => () => undefined
const LIVE: Shown = { snapshot: undefined, isBehind: false, error: undefined }

/** What the page shows of the past; nothing while it is live. */
export function useShownMoment(): Shown {
  const replay = useReplay()
  return useSyncExternalStore(replay?.onShown ?? NEVER, () => replay?.shown() ?? LIVE)
}

/** The snapshot that the page shows; undefined while it is live, and until the first one is known. */
export function useSnapshot(): Snapshot | undefined {
  return useShownMoment().snapshot
}

/** One property of the playback that seldom changes. The moment itself does not pass through React. */
export function usePlayback<T extends boolean | number>(replay: Replay, pick: (playback: Playback) => T): T {
  return useSyncExternalStore(replay.onPlayback, () => pick(replay.playback()))
}

const NO_NEEDS: ReadonlyMap<string, SourceNeed> = new Map()

/** Says what the page shows of the past. Keep the objects as long as nothing changes. */
export function useReplaySubject(
  dataIds: readonly string[] | undefined,
  needs: ReadonlyMap<string, SourceNeed> = NO_NEEDS,
): void {
  const replay = useReplay()
  useEffect(() => {
    return dataIds === undefined ? undefined : replay?.follow({ dataIds, needs })
  }, [replay, dataIds, needs])
}

/** The time that the page is about, in epoch milliseconds: now, updated every `everyMs`, or the moment that it shows. */
export function useMoment(everyMs: number): number {
  const replay = useReplay()
  const { snapshot } = useShownMoment()
  const isLive = replay === undefined
  const [now, setNow] = useState(portalNow)
  useEffect(() => {
    if (!isLive) return undefined
    const timer = setInterval(() => setNow(portalNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isLive])
  return isLive ? now : (snapshot?.at ?? replay.playback().at)
}
