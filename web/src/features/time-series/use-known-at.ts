import type { DataId } from '@fieldwatch/contract/api/ids'
import { useIsFetching } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useReplay } from '#shared/moment/replay-context.ts'

/** What charts read anew for each moment that is known. */
const READS: ReadonlySet<unknown> = new Set(['series', 'series-detail', 'compared-series', 'period-figures'])

const NEVER = (): (() => void) => () => undefined

/**
 * The moment by which what the charts of a unit show had arrived, epoch milliseconds; undefined while they show all that is known now. It follows
 * the moment that the page shows, but only once the charts have the one before: so they move on while they are played.
 */
export function useKnownAt(dataId: DataId): number | undefined {
  const replay = useReplay()
  const isThen = replay?.known === 'then'
  const first = useMemo(() => (isThen ? Math.round(replay.playback().at) : undefined), [replay, isThen])
  const wanted = useSyncExternalStore(replay?.onShown ?? NEVER, () =>
    isThen ? (replay.shown().snapshot?.at ?? first) : undefined,
  )
  const reading = useIsFetching({ predicate: ({ queryKey: [name, unit] }) => unit === dataId && READS.has(name) })
  const [asked, setAsked] = useState(wanted)
  const follows = wanted !== asked && (reading === 0 || wanted === undefined || asked === undefined)
  if (follows) setAsked(wanted)
  return follows ? wanted : asked
}
