import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useEffect, useRef } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import type { Replay } from '#shared/moment/replay.ts'
import classes from './replay-bar.module.css'

/** The moment of the cursor, written with each frame past React. */
export function MomentText({ replay }: { replay: Replay }) {
  const { timeFormat } = useMe()
  const text = useRef<HTMLTimeElement>(null)
  useEffect(() => {
    const write = (): void => {
      const { at } = replay.playback()
      if (text.current === null) return
      const words = formatMoment(at, timeFormat)
      if (text.current.textContent === words) return
      text.current.textContent = words
      text.current.dateTime = new Date(at).toISOString()
    }
    write()
    return replay.onPlayback(write)
  }, [replay, timeFormat])
  return <time ref={text} className={classes['moment']} />
}
