import { UnstyledButton } from '@mantine/core'
import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import { triggeredText } from '#shared/alerts/triggered-text.ts'
import type { Activity } from '#ui/components/activity.ts'
import { AlarmSign } from '#ui/components/alarm-sign.tsx'
import { UNIT_ICON_LOOKS } from '#ui/icons/unit-icons.ts'
import classes from './unit-pin.module.css'

interface UnitPinProps {
  name: string
  /** The address of its picture, or an empty text. */
  image: string
  /** The icon of its kind. */
  icon: UnitIcon | undefined
  activity: Activity
  /** How many alerts are triggered on the unit; undefined: none. */
  triggered: number | undefined
  chosen: boolean
  /** `from`: what was pressed, to return the focus to. */
  onOpen: (from: HTMLElement) => void
}

/**
 * A unit on the map: green with a dot when Current, otherwise red with a bar, so that not the colour alone shows it. With a picture or an
 * icon it is filled when Current, otherwise hollow and dim. Triggered alerts have their own sign beside it.
 */
export function UnitPin({ name, image, icon, activity, triggered, chosen, onOpen }: UnitPinProps) {
  const current = activity.kind === 'current'
  const hasFace = image !== '' || icon !== undefined
  const label = `${name}, ${activity.label}${triggered === undefined ? '' : `, ${triggeredText(triggered)}`}`
  return (
    <UnstyledButton
      className={classes['pin'] ?? ''}
      data-current={current}
      data-face={hasFace}
      data-chosen={chosen}
      aria-label={label}
      aria-expanded={chosen}
      title={label}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <svg viewBox="0 0 24 32" aria-hidden="true" focusable="false">
        <path d="M12 31C9 25 2 19 2 11.5a10 10 0 0 1 20 0C22 19 15 25 12 31Z" className={classes['drop']} />
        {hasFace ? undefined : <PinSign current={current} />}
      </svg>
      {hasFace ? <PinFace image={image} icon={icon} /> : undefined}
      {triggered === undefined ? undefined : (
        <span className={classes['alarm']}>
          <AlarmSign />
        </span>
      )}
    </UnstyledButton>
  )
}

function PinSign({ current }: { current: boolean }) {
  return current ? (
    <circle cx="12" cy="11.5" r="4" className={classes['sign']} />
  ) : (
    <rect x="7" y="10" width="10" height="3" rx="1" className={classes['sign']} />
  )
}

function PinFace({ image, icon }: Pick<UnitPinProps, 'image' | 'icon'>) {
  if (image !== '') return <img src={image} alt="" loading="lazy" className={classes['face']} />
  if (icon === undefined) return undefined
  const Icon = UNIT_ICON_LOOKS[icon]
  return (
    <span className={classes['face']}>
      <Icon size="75%" stroke={2} aria-hidden="true" />
    </span>
  )
}
