import { UnstyledButton } from '@mantine/core'
import type { Activity } from '#ui/components/activity.ts'
import classes from './unit-pin.module.css'

interface UnitPinProps {
  name: string
  activity: Activity
  chosen: boolean
  /** `from`: what was pressed, to return the focus to. */
  onOpen: (from: HTMLElement) => void
}

/** A unit on the map: green with a dot when Current, otherwise red with a bar, so that not the colour alone tells. */
export function UnitPin({ name, activity, chosen, onOpen }: UnitPinProps) {
  const current = activity.kind === 'current'
  const label = `${name}, ${activity.label}`
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
    </UnstyledButton>
  )
}
