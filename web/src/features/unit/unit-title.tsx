import type { DataDocument } from '@fieldwatch/contract/units/units'
import { ActionIcon, Title } from '@mantine/core'
import { IconArrowLeft } from '#ui/icons/icons.ts'
import { Link } from '@tanstack/react-router'
import { ActivityLabel } from '#ui/components/activity-label.tsx'
import { activityOf } from '#ui/components/activity.ts'
import { TriggeredMark } from '#shared/alerts/triggered-mark.tsx'
import { useMoment, useReplay } from '#shared/moment/replay-context.ts'
import { useTriggered } from '#shared/alerts/use-triggered.ts'
import { LabelChips } from '#shared/labels/label-chip.tsx'
import { labelsOf, useLabels } from '#shared/labels/label-queries.ts'
import { iconOf, useUnitIcons } from '#shared/templates/unit-icons-query.ts'
import { UnitRing } from '#ui/components/unit-ring.tsx'
import classes from './unit-title.module.css'
import { t } from './texts.ts'

interface UnitTitleProps {
  unit: DataDocument
}

const ACTIVITY_REFRESH_MS = 10_000

/** Name and state of the unit, with a link back to all units. */
export function UnitTitle({ unit }: UnitTitleProps) {
  const triggered = useTriggered().get(unit.dataID)
  const activity = activityOf(unit, useMoment(ACTIVITY_REFRESH_MS))
  const isPast = useReplay() !== undefined
  const labels = labelsOf(useLabels(), unit.labels)
  return (
    <div className={classes['title']}>
      <ActionIcon
        component={Link}
        to="/dashboard"
        variant="subtle"
        size="lg"
        aria-label={t('unit.back')}
        className={classes['back'] ?? ''}
      >
        <IconArrowLeft aria-hidden />
      </ActionIcon>
      <UnitRing
        image={unit.image}
        icon={iconOf(useUnitIcons(), unit)}
        kind={activity.kind}
        alarm={triggered !== undefined}
      />
      <div className={classes['words']}>
        <Title order={1} size="h3" className={classes['name'] ?? ''} title={unit.friendlyName} data-above-dialog>
          {unit.friendlyName}
        </Title>
        <div className={classes['facts']}>
          {triggered === undefined ? undefined : (
            <Link
              to="/dashboard/$dataID/management/alerts"
              params={{ dataID: unit.dataID }}
              className={classes['triggered'] ?? ''}
            >
              <TriggeredMark count={triggered} />
            </Link>
          )}
          <ActivityLabel activity={activity} lastActivityUtc={unit.lastActivityUTC} />
          {activity.kind === 'current' || isPast ? undefined : (
            <Link
              to="/dashboard/$dataID/management"
              params={{ dataID: unit.dataID }}
              hash="health"
              aria-label={t('unit.why.silent')}
              className={classes['why'] ?? ''}
            >
              {t('unit.why')}
            </Link>
          )}
          <span className={classes['id']} title={unit.dataID}>
            {unit.dataID}
          </span>
          {!unit.active && <span>{t('unit.deactivated')}</span>}
          <LabelChips labels={labels} />
        </div>
      </div>
    </div>
  )
}
