import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { ActionIcon, Button } from '@mantine/core'
import { type PickedRange, spanOfPicked } from '#shared/time-range/picked-range.ts'
import { type ReplaySearch, type ReplayView, writeReplay } from '#shared/moment/replay-address.ts'
import { useReplay } from '#shared/moment/replay-context.ts'
import { IconHistory } from '#ui/icons/icons.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { t } from './texts.ts'
import classes from './replay-bar.module.css'

interface ReplayButtonProps {
  /** Only the icon. */
  compact?: boolean
  /** The range to begin with; the last day when left out. */
  range?: PickedRange | undefined
  onOpen: (search: ReplaySearch) => void
}

/** Opens the replay; there is nothing to open while the page shows the past. */
export function ReplayButton({ compact = false, range, onOpen }: ReplayButtonProps) {
  if (useReplay() !== undefined) return undefined
  const open = () => onOpen(writeReplay(firstView(range, portalNow())))
  if (compact)
    return (
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={t('replay.open')}
        title={t('replay.open')}
        onClick={open}
      >
        <IconHistory size="1.2em" stroke={1.5} aria-hidden />
      </ActionIcon>
    )
  return (
    <Button
      variant="default"
      size="xs"
      className={classes['open'] ?? ''}
      leftSection={<IconHistory size="1.2em" stroke={1.5} aria-hidden />}
      onClick={open}
    >
      {t('replay.open')}
    </Button>
  )
}

/** The last day up to this minute, an hour before its end: there is something to play, and something to see. */
function firstView(range: PickedRange | undefined, now: number): ReplayView {
  const to = Math.ceil(now / MINUTE_MS) * MINUTE_MS
  const shown = range === undefined ? { from: to - DAY_MS, to } : spanOfPicked(range, now)
  return { range: shown, at: Math.max(shown.from, shown.to - HOUR_MS), known: 'now' }
}
