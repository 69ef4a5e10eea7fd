import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import type { ListedUnit } from './listed-unit.ts'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { activityOf } from '#ui/components/activity.ts'
import { ActivityLabel } from '#ui/components/activity-label.tsx'
import { UnitRing } from '#ui/components/unit-ring.tsx'
import { PlainCheckbox } from '#ui/components/plain-checkbox.tsx'
import { TriggeredMark } from '#shared/alerts/triggered-mark.tsx'
import { LabelChips } from '#shared/labels/label-chip.tsx'
import { type LabelsById, labelsOf } from '#shared/labels/label-queries.ts'
import { placeText } from '#shared/units/place-text.ts'
import type { UnitChoice } from './batch/use-unit-choice.ts'
import { LastValue, nameOfValue } from './list-view/last-value.tsx'
import type { ValueReader } from './list-view/value-reader.ts'
import { statusOf } from './unit-filter.ts'
import classes from './unit-card.module.css'
import { t } from './texts.ts'

interface UnitCardProps {
  unit: ListedUnit
  now: number
  labels: LabelsById
  /** Entities whose users cannot sign in. */
  disabled: ReadonlySet<string>
  /** The icon of its kind. */
  icon?: UnitIcon | undefined
  /** How many alerts are triggered on it. */
  triggered?: number | undefined
  /** Reads the last value that is shown beside it. */
  reader?: ValueReader | undefined
  /** While units are being chosen: whether this one is, and may be. */
  choice?: UnitChoice | undefined
}

/** One unit of the list; it leads to the unit's dashboard, or can be chosen. */
export function UnitCard({ choice, ...face }: UnitCardProps) {
  const { dataID, friendlyName } = face.unit
  return choice === undefined ? (
    <Link to="/dashboard/$dataID" params={{ dataID }} className={classes['card'] ?? ''}>
      <CardFace {...face} />
    </Link>
  ) : (
    <label className={`${classes['card']} ${classes['choice']}`}>
      <PlainCheckbox
        aria-label={t('fleet.select.one', { friendlyName })}
        checked={choice.isChosen}
        disabled={!choice.isChosen && !choice.mayChoose}
        // The click of a key or a finger has it too; a change has not.
        onClick={({ shiftKey }) => choice.onToggle(shiftKey)}
        readOnly
      />
      <CardFace {...face} />
    </label>
  )
}

function CardFace({ unit, now, labels, disabled, icon, triggered, reader }: Omit<UnitCardProps, 'choice'>) {
  const activity = activityOf(unit, now)
  const status = statusOf(unit)
  const isOfDisabled = unit.entities.length > 0 && unit.entities.every((entity) => disabled.has(entity))
  const place = unit.nearestPlace && placeText(unit.nearestPlace)
  return (
    <>
      <UnitRing image={unit.image} icon={icon} kind={activity.kind} alarm={triggered !== undefined} />
      <span className={classes['text']}>
        <span className={classes['head']}>
          <Text
            component="span"
            fw={550}
            size="sm"
            truncate
            title={unit.friendlyName}
            className={classes['name'] ?? ''}
          >
            {unit.friendlyName}
          </Text>
          <LabelChips labels={labelsOf(labels, unit.labels)} most={2} />
        </span>
        <span className={classes['line']}>
          {triggered === undefined ? undefined : <TriggeredMark count={triggered} />}
          <ActivityLabel activity={activity} lastActivityUtc={unit.lastActivityUTC} />
          {status === 'not-deployed' && (
            <Text component="span" c="dimmed" className={classes['status'] ?? ''}>
              · {t(`fleet.filter.${status}`)}
            </Text>
          )}
          {isOfDisabled && (
            <Text component="span" c="dimmed" className={classes['status'] ?? ''}>
              · {t('fleet.entity-disabled')}
            </Text>
          )}
          {place ? (
            <Text component="span" c="dimmed" truncate className={classes['place'] ?? ''} title={place}>
              · {place}
            </Text>
          ) : undefined}
        </span>
      </span>
      {reader === undefined ? undefined : (
        <LastValue key={nameOfValue(reader.value)} unit={unit} reader={reader} now={now} />
      )}
    </>
  )
}
