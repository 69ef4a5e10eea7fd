import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { loadMoment } from './load-moment.ts'
import { browserFrames, createReplay, type Replay } from './replay.ts'
import { replayOf, type ReplaySearch, writeReplay } from './replay-address.ts'
import { ReplayContext } from './replay-context.ts'

/** A moment gets into the address after this pause. */
const REST_MS = 400

/** Shows the moment of the address in what is inside; live while the address has none. */
export function ReplayProvider({ children }: { children: ReactNode }) {
  const search: ReplaySearch = useSearch({ strict: false })
  const { replay: range, known } = search
  const api = useApi()
  const replay = useMemo(() => {
    // The moment of an address that changes later is followed below.
    const view = replayOf({ replay: range, moment: search.moment, known })
    if (view === undefined) return undefined
    return createReplay({
      view,
      load: (subject, at, signal) => loadMoment(api, subject, { at, known: view.known }, signal),
      frames: browserFrames,
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [api, range, known])
  useEffect(() => replay?.run(), [replay])
  useAddress(replay, search)
  return <ReplayContext value={replay}>{children}</ReplayContext>
}

/** Keeps the address and the cursor together: a moment that rests gets into the address, and a link or Back moves the cursor. */
function useAddress(replay: Replay | undefined, search: ReplaySearch): void {
  const navigate = useNavigate()
  const moment = replayOf(search)?.at
  const write = useEffectEvent(() => {
    if (replay === undefined) return
    const { range, at } = replay.playback()
    if (Math.round(at) === moment) return
    const next = writeReplay({ range, at, known: replay.known })
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: true, resetScroll: false })
  })
  const follow = useEffectEvent((at: number) => {
    if (replay !== undefined && !replay.playback().isPlaying && Math.round(replay.playback().at) !== at)
      replay.send({ type: 'seek', at })
  })

  useEffect(() => {
    if (replay === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = replay.onPlayback(() => {
      clearTimeout(timer)
      timer = replay.playback().isPlaying ? undefined : setTimeout(write, REST_MS)
    })
    // Who copies the address leaves the page for it.
    window.addEventListener('blur', write)
    return () => {
      clearTimeout(timer)
      stop()
      window.removeEventListener('blur', write)
    }
  }, [replay])

  useEffect(() => {
    if (moment !== undefined) follow(moment)
  }, [moment])
}
