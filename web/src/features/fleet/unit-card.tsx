import type { DataDocument } from '@fieldwatch/contract/units'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { activityOf } from '#ui/components/activity.ts'
import { ActivityLabel } from '#ui/components/activity-label.tsx'
import { UnitRing } from '#ui/components/unit-ring.tsx'
import { placeText } from '#shared/units/place-text.ts'
import { statusOf } from './unit-filter.ts'
import classes from './unit-card.module.css'

interface UnitCardProps {
  unit: DataDocument
  now: number
  /** Entities whose users cannot sign in. */
  disabled: ReadonlySet<string>
}

/** One unit of the list; it leads to the unit's dashboard. */
export function UnitCard({ unit, now, disabled }: UnitCardProps) {
  const activity = activityOf(unit, now)
  const status = statusOf(unit)
  const isOfDisabled = unit.entities.length > 0 && unit.entities.every((entity) => disabled.has(entity))
  const place = unit.nearestPlace && placeText(unit.nearestPlace)
  return (
    <Link to="/dashboard/$dataID" params={{ dataID: unit.dataID }} className={classes['card'] ?? ''}>
      <UnitRing image={unit.image} kind={activity.kind} />
      <span className={classes['text']}>
        <Text component="span" fw={550} size="sm" truncate title={unit.friendlyName}>
          {unit.friendlyName}
        </Text>
        <span className={classes['line']}>
          <ActivityLabel activity={activity} lastActivityUtc={unit.lastActivityUTC} />
          {status === 'Not Deployed' && (
            <Text component="span" c="dimmed" className={classes['status'] ?? ''}>
              · {status}
            </Text>
          )}
          {isOfDisabled && (
            <Text component="span" c="dimmed" className={classes['status'] ?? ''}>
              · Entity disabled
            </Text>
          )}
          {place ? (
            <Text component="span" c="dimmed" truncate className={classes['place'] ?? ''} title={place}>
              · {place}
            </Text>
          ) : undefined}
        </span>
      </span>
    </Link>
  )
}
