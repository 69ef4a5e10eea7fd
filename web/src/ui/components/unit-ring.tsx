import { Avatar } from '@mantine/core'
import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import { IconRouter } from '#ui/icons/icons.ts'
import { UNIT_ICON_LOOKS } from '#ui/icons/unit-icons.ts'
import type { ActivityKind } from './activity.ts'
import { AlarmSign } from './alarm-sign.tsx'
import classes from './unit-ring.module.css'

interface UnitRingProps {
  /** The address of the picture, or an empty text. */
  image: string
  /** Shown in place of a picture. */
  icon?: UnitIcon | undefined
  /** Green for Current, grey without activity, red otherwise. */
  kind: ActivityKind
  /** Alerts are triggered on the unit. */
  alarm?: boolean
}

/** The picture of a unit, or the icon of its kind, in the ring of its status. The words are beside it. */
export function UnitRing({ image, icon, kind, alarm = false }: UnitRingProps) {
  const Icon = icon === undefined ? IconRouter : UNIT_ICON_LOOKS[icon]
  return (
    <span className={classes['unit']}>
      <Avatar
        src={image === '' ? null : image}
        alt=""
        size="var(--fw-unit-ring)"
        className={classes['ring'] ?? ''}
        data-kind={kind}
      >
        <Icon stroke={1.5} aria-hidden="true" />
      </Avatar>
      {alarm && (
        <span className={classes['alarm']}>
          <AlarmSign />
        </span>
      )}
    </span>
  )
}
