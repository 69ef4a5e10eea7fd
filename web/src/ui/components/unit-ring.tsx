import { Avatar } from '@mantine/core'
import { IconRouter } from '#ui/icons/icons.ts'
import type { ActivityKind } from './activity.ts'
import { AlarmSign } from './alarm-sign.tsx'
import classes from './unit-ring.module.css'

interface UnitRingProps {
  /** The address of the picture, or an empty text. */
  image: string
  /** Green for Current, grey without activity, red otherwise. */
  kind: ActivityKind
  /** Alerts are triggered on the unit. */
  alarm?: boolean
}

/** The picture of a unit in the ring of its status. The words stand beside it. */
export function UnitRing({ image, kind, alarm = false }: UnitRingProps) {
  return (
    <span className={classes['unit']}>
      <Avatar
        src={image === '' ? null : image}
        alt=""
        size="var(--fw-unit-ring)"
        className={classes['ring'] ?? ''}
        data-kind={kind}
      >
        <IconRouter stroke={1.5} aria-hidden="true" />
      </Avatar>
      {alarm && (
        <span className={classes['alarm']}>
          <AlarmSign />
        </span>
      )}
    </span>
  )
}
