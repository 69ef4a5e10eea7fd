import { StateStepKind, type StateStep } from '@fieldwatch/contract/replay/state-steps'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import type { Replay } from '#shared/moment/replay.ts'
import { usePlayback } from '#shared/moment/replay-context.ts'
import type { Icon } from '#ui/icons/create-icon.tsx'
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '#ui/icons/icons.ts'
import { findStep, type StepDirection } from './step-queries.ts'
import { useReplayedUnits } from './use-replayed-units.ts'
import { t } from './texts.ts'
import classes from './replay-bar.module.css'

type Chosen = StateStepKind | 'all'

interface Found {
  readonly direction: StepDirection
  /** Undefined: the range has none there. */
  readonly step: StateStep | undefined
}

/** Plays, and goes to what happened next or before: an event, an alert or a request. */
export function StepButtons({ replay, children }: { replay: Replay; children: ReactNode }) {
  const api = useApi()
  const isPlaying = usePlayback(replay, (playback) => playback.isPlaying)
  const dataIds = useReplayedUnits(replay)
  const [kind, setKind] = useState<Chosen>('all')
  const [found, setFound] = useState<Found>()
  const go = useAction({
    once: false,
    mutationFn: async (direction: StepDirection): Promise<Found> => {
      const { range, at } = replay.playback()
      const wanted = { dataIds, range, at, direction, kind: kind === 'all' ? undefined : kind }
      return { direction, step: await findStep(api, wanted) }
    },
    onSuccess: (next) => {
      setFound(next)
      if (next.step !== undefined) replay.send({ type: 'seek', at: Date.parse(next.step.atUTC) })
    },
  })

  function step(direction: StepDirection): void {
    replay.send({ type: 'pause' })
    if (!go.isPending) go.mutate(direction)
  }

  return (
    <>
      <div className={classes['controls']}>
        <div className={classes['buttons']}>
          <ControlButton label={t('replay.previous')} icon={IconPlayerSkipBack} onClick={() => step('previous')} />
          <ControlButton
            filled
            label={isPlaying ? t('replay.pause') : t('replay.play')}
            icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
            onClick={() => replay.send({ type: 'toggle' })}
          />
          <ControlButton label={t('replay.next')} icon={IconPlayerSkipForward} onClick={() => step('next')} />
        </div>
        <NativeSelect
          aria-label={t('replay.steps')}
          size="xs"
          className={classes['kind'] ?? ''}
          value={kind}
          data={(['all', ...StateStepKind.options] as const).map((value) => ({
            value,
            label: t(`replay.steps.${value}`),
          }))}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Chosen)}
        />
        {children}
      </div>
      <output className={classes['found']}>{go.error === null ? foundText(found) : t('replay.steps.failed')}</output>
    </>
  )
}

interface ControlButtonProps {
  label: string
  icon: Icon
  filled?: boolean
  onClick: () => void
}

function ControlButton({ label, icon: Sign, filled = false, onClick }: ControlButtonProps) {
  return (
    <ActionIcon variant={filled ? 'filled' : 'default'} size="lg" aria-label={label} title={label} onClick={onClick}>
      <Sign size="1.2em" stroke={filled ? 1.75 : 1.5} aria-hidden />
    </ActionIcon>
  )
}

function foundText(found: Found | undefined): string {
  if (found === undefined) return ''
  return found.step === undefined ? t(`replay.none.${found.direction}`) : stepText(found.step)
}

/** What happened at a step: `High water: began`. */
function stepText({ title, happening }: Pick<StateStep, 'title' | 'happening'>): string {
  return t('replay.step', { title, happening: t(`replay.happening.${happening}`) })
}
