import { useMemo } from 'react'
import type { VerticalLine, VerticalLineStore } from '#shared/charts/vertical-line.ts'
import type { Replay } from '#shared/moment/replay.ts'
import { useReplay } from '#shared/moment/replay-context.ts'

/** The line over all charts at the moment that is replayed; undefined while the page is live. */
export function useMomentLine(): VerticalLineStore | undefined {
  const replay = useReplay()
  return useMemo(() => (replay === undefined ? undefined : createMomentLine(replay)), [replay])
}

/** It follows the cursor past React. A press in a chart, or its keys, move the cursor. */
export function createMomentLine(replay: Replay): VerticalLineStore {
  let line: VerticalLine = { on: true, at: replay.playback().at, pinned: true }
  return {
    current: () => {
      const { at } = replay.playback()
      if (line.at !== at) line = { ...line, at }
      return line
    },
    subscribe: replay.onPlayback,
    tell: (event) => {
      if (event.type === 'clicked' || event.type === 'moved') replay.send({ type: 'seek', at: event.at })
    },
  }
}
