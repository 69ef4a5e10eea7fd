import { Button, Loader, NativeSelect, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useMemo, useEffect, useRef } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { Slot } from '#platform/extensions/slot.tsx'
import type { ShownPast } from '#platform/extensions/slots.ts'
import { SPEEDS, type Speed } from '#shared/moment/playback.ts'
import type { Replay } from '#shared/moment/replay.ts'
import { LIVE, writeReplay, type ReplayView } from '#shared/moment/replay-address.ts'
import { usePlayback, useReplay, useShownMoment } from '#shared/moment/replay-context.ts'
import { spanOfPicked, type PickedRange } from '#shared/time-range/picked-range.ts'
import { RangePopover } from '#shared/time-range/range-popover.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { IconHistory } from '#ui/icons/icons.ts'
import { MomentSlider } from './moment-slider.tsx'
import { StepButtons } from './step-buttons.tsx'
import { stepsQuery } from './step-queries.ts'
import { t } from './texts.ts'
import { useReplayedUnits } from './use-replayed-units.ts'
import classes from './replay-bar.module.css'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { portalNow } from '#platform/time/portal-clock.ts'

/** Says that the page shows the past, and moves through it; nothing while the page is live. */
export function ReplayBar() {
  const replay = useReplay()
  return replay === undefined ? undefined : <Bar replay={replay} />
}

function Bar({ replay }: { replay: Replay }) {
  const navigate = useNavigate()
  const { error } = useShownMoment()
  const { range } = replay.playback()
  const picked = useMemo<PickedRange>(() => ({ kind: 'fixed', ...range }), [range])

  function show(change: Partial<ReplayView>): void {
    const { at } = replay.playback()
    const next = writeReplay({ range, at, known: replay.known, ...change })
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, known: undefined, ...next }),
      resetScroll: false,
    })
  }

  function chooseRange(next: PickedRange): void {
    const span = spanOfPicked(next, portalNow())
    show({ range: span, at: Math.min(span.to, Math.max(span.from, replay.playback().at)) })
  }

  return (
    <section className={classes['bar']} aria-label={t('replay.title')} data-screen-only>
      <div className={classes['head']}>
        <p className={classes['state']}>
          <Waiting />
          <span className={classes['past']}>{t('replay.past')}</span>
          <MomentText replay={replay} />
        </p>
        <div className={classes['choices']}>
          <SegmentedControl
            size="xs"
            aria-label={t('replay.known')}
            value={replay.known}
            onChange={(known) => show({ known })}
            data={[
              { value: 'now', label: t('replay.known.now') },
              { value: 'then', label: t('replay.known.then') },
            ]}
          />
          <RangePopover
            label={t('replay.range')}
            action={t('replay.range.choose')}
            initial={picked}
            onApply={chooseRange}
          />
        </div>
        <Tools replay={replay} />
        <Button
          variant="filled"
          size="xs"
          className={classes['leave'] ?? ''}
          onClick={() =>
            void navigate({ to: '.', search: (before: object) => ({ ...before, ...LIVE }), resetScroll: false })
          }
        >
          {t('replay.leave')}
        </Button>
      </div>
      <StepButtons replay={replay}>
        <MomentSlider replay={replay} />
        <SpeedChoice replay={replay} />
      </StepButtons>
      {error === undefined ? undefined : (
        <FailureNote text={t('replay.failed')} advice={error.message} onRetry={replay.retry} />
      )}
    </section>
  )
}

/** What extensions do with the past that is shown. */
function Tools({ replay }: { replay: Replay }) {
  const api = useApi()
  const client = useQueryClient()
  const dataIds = useReplayedUnits(replay)

  function pause(): ShownPast {
    replay.send({ type: 'pause' })
    const { range, at } = replay.playback()
    const steps = client.getQueryData(stepsQuery(api, { dataIds, range }).queryKey)?.steps ?? []
    const changed = new Set(steps.map(({ dataID }) => dataID))
    const sorted = [...dataIds.filter((id) => changed.has(id)), ...dataIds.filter((id) => !changed.has(id))]
    return { range, at, known: replay.known, dataIds: sorted }
  }

  return <Slot name="replay.tool" of={{ dataIds, pause }} />
}

/** A sign of the past, that turns while what is shown is not of the moment yet. It takes no more room: the page must not move while it is dragged. */
function Waiting() {
  const { isBehind, error } = useShownMoment()
  const isWaiting = isBehind && error === undefined
  return (
    <span className={classes['sign']} data-waiting={isWaiting}>
      <IconHistory size="1.2em" stroke={1.75} aria-hidden />
      {isWaiting ? <Loader size="1.2em" className={classes['turning'] ?? ''} aria-hidden /> : undefined}
      <VisuallyHidden component="output">{isWaiting ? t('replay.loading') : ''}</VisuallyHidden>
    </span>
  )
}

function SpeedChoice({ replay }: { replay: Replay }) {
  const id = useId()
  const speed = usePlayback(replay, (playback) => playback.speed)
  return (
    <NativeSelect
      id={id}
      aria-label={t('replay.speed')}
      size="xs"
      className={classes['speed'] ?? ''}
      value={String(speed)}
      data={SPEEDS.map((value) => ({ value: String(value), label: t('replay.speed.times', { speed: value }) }))}
      onChange={({ currentTarget }) => {
        const chosen = SPEEDS.find((value) => String(value) === currentTarget.value)
        if (chosen !== undefined) replay.send({ type: 'speed', speed: chosen satisfies Speed })
      }}
    />
  )
}

/** The moment of the cursor, written with each frame past React. */
function MomentText({ replay }: { replay: Replay }) {
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
