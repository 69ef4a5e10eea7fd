import { UnstyledButton } from '@mantine/core'
import { triggeredText } from '#shared/alerts/triggered-text.ts'
import type { Activity } from '#ui/components/activity.ts'
import { AlarmSign } from '#ui/components/alarm-sign.tsx'
import classes from './unit-pin.module.css'

interface UnitPinProps {
  name: string
  activity: Activity
  /** How many alerts are triggered on the unit; undefined: none. */
  triggered: number | undefined
  chosen: boolean
  /** `from`: what was pressed, to return the focus to. */
  onOpen: (from: HTMLElement) => void
}

/**
 * A unit on the map: green with a dot when Current, otherwise red with a bar, so that not the colour alone tells. Triggered alerts have a
 * sign of their own beside it.
 */
export function UnitPin({ name, activity, triggered, chosen, onOpen }: UnitPinProps) {
  const current = activity.kind === 'current'
  const label = `${name}, ${activity.label}${triggered === undefined ? '' : `, ${triggeredText(triggered)}`}`
  return (
    <UnstyledButton
      className={classes['pin'] ?? ''}
      data-current={current}
      data-chosen={chosen}
      aria-label={label}
      aria-expanded={chosen}
      title={label}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <svg viewBox="0 0 24 32" aria-hidden="true" focusable="false">
        <path d="M12 31C9 25 2 19 2 11.5a10 10 0 0 1 20 0C22 19 15 25 12 31Z" className={classes['drop']} />
        {current ? (
          <circle cx="12" cy="11.5" r="4" className={classes['sign']} />
        ) : (
          <rect x="7" y="10" width="10" height="3" rx="1" className={classes['sign']} />
        )}
      </svg>
      {triggered === undefined ? undefined : (
        <span className={classes['alarm']}>
          <AlarmSign />
        </span>
      )}
    </UnstyledButton>
  )
}
