import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { playbackKey } from '#shared/moment/playback.ts'
import type { Replay } from '#shared/moment/replay.ts'
import { stepsQuery } from './step-queries.ts'
import { useReplayedUnits } from './use-replayed-units.ts'
import { t } from './texts.ts'
import classes from './replay-bar.module.css'
import type { StateStep, StateStepKind } from '@fieldwatch/contract/replay/state-steps'
import type { TimeRange } from '@fieldwatch/contract/time/times'

/** The range with the moment on it. It is dragged, or moved by keys; it moves with each frame past React. */
export function MomentSlider({ replay }: { replay: Replay }) {
  const { timeFormat } = useMe()
  const helpId = useId()
  const slider = useRef<HTMLInputElement>(null)
  const { range } = replay.playback()

  useEffect(() => {
    const place = (): void => {
      const { at, isPlaying } = replay.playback()
      const input = slider.current
      if (input === null) return
      input.value = String(at - range.from)
      // A screen reader says where it comes to rest, not each frame.
      if (!isPlaying) input.setAttribute('aria-valuetext', formatMoment(at, timeFormat))
    }
    place()
    return replay.onPlayback(place)
  }, [replay, range, timeFormat])

  function onKeyDown(event: KeyboardEvent): void {
    const act = event.altKey || event.ctrlKey || event.metaKey ? undefined : playbackKey(event.key, { range })
    if (act === undefined) return
    event.preventDefault()
    replay.send(act)
  }

  return (
    // Time runs from left to right, as in the charts.
    <div className={classes['line']} dir="ltr">
      <Marks replay={replay} />
      <input
        ref={slider}
        type="range"
        className={classes['slider']}
        aria-label={t('replay.moment')}
        aria-describedby={helpId}
        min={0}
        max={range.to - range.from}
        step="any"
        defaultValue={replay.playback().at - range.from}
        onChange={({ currentTarget }) => replay.send({ type: 'seek', at: range.from + Number(currentTarget.value) })}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden id={helpId}>{t('replay.moment.help')}</VisuallyHidden>
      <div className={classes['ends']} aria-hidden>
        <span>{formatMoment(range.from, timeFormat)}</span>
        <span>{formatMoment(range.to, timeFormat)}</span>
      </div>
    </div>
  )
}

/** Where something began or ended. */
function Marks({ replay }: { replay: Replay }) {
  const { range } = replay.playback()
  const units = useReplayedUnits(replay)
  const { data } = useQuery(stepsQuery(useApi(), { dataIds: units, range }))
  const marks = useMemo(() => marksOf(data?.steps ?? [], range), [data, range])
  return (
    <div className={classes['marks']} aria-hidden>
      {marks.map(({ share, kind }) => (
        <span
          key={`${kind} ${share}`}
          className={classes['mark']}
          data-kind={kind}
          style={{ insetInlineStart: `${share * 100}%` }}
        />
      ))}
    </div>
  )
}

interface StepMark {
  /** From 0 at the beginning of the range to 1 at its end. */
  readonly share: number
  readonly kind: StateStepKind
}

/** How many places of the line differ. */
const PLACES = 400

/** Where steps are marked on the line of a range: each kind once a place. */
function marksOf(steps: readonly StateStep[], { from, to }: TimeRange): StepMark[] {
  const marks = new Map<string, StepMark>()
  for (const { atUTC, kind } of steps) {
    const place = Math.round(((Date.parse(atUTC) - from) / (to - from)) * PLACES)
    if (place >= 0 && place <= PLACES) marks.set(`${kind} ${place}`, { share: place / PLACES, kind })
  }
  return [...marks.values()]
}
