import type { ListedUnit } from './listed-unit.ts'
import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { activityOf } from '#ui/components/activity.ts'
import type { MomentMenu } from '#platform/extensions/use-moment-menu.tsx'
import { ActivityLabel } from '#ui/components/activity-label.tsx'
import { ButtonLink } from '#ui/components/button-link.tsx'
import { LabelChips } from '#shared/labels/label-chip.tsx'
import { labelsOf, useLabels } from '#shared/labels/label-queries.ts'
import { placeText } from '#shared/units/place-text.ts'
import { TriggeredMark } from '#shared/alerts/triggered-mark.tsx'
import classes from './marker-card.module.css'
import { t } from './texts.ts'

export type MarkerEntries = (unit: ListedUnit) => ReturnType<MomentMenu['entries']>

interface MarkerCardProps {
  /** One, or several at the very same place. */
  units: readonly ListedUnit[]
  triggered: ReadonlyMap<string, number>
  now: number
  /** What extensions offer. */
  entries: MarkerEntries
  onClose: () => void
}

/** The card of a chosen marker, with a link to the unit. */
export function MarkerCard({ units, triggered, now, entries, onClose }: MarkerCardProps) {
  const labels = useLabels()
  return (
    <section aria-label={t('fleet.selected')} className={classes['card']}>
      <Stack gap="md">
        {units.map((unit) => (
          <Stack key={unit.dataID} gap="xs">
            <div className={classes['text']}>
              <Text fw={600} size="sm" lineClamp={2} title={unit.friendlyName}>
                {unit.friendlyName}
              </Text>
              <LabelChips labels={labelsOf(labels, unit.labels)} />
              <Triggered count={triggered.get(unit.dataID)} />
              <ActivityLabel activity={activityOf(unit, now)} lastActivityUtc={unit.lastActivityUTC} />
              {unit.nearestPlace ? (
                <Text c="dimmed" lineClamp={2} title={placeText(unit.nearestPlace)}>
                  {placeText(unit.nearestPlace)}
                </Text>
              ) : undefined}
            </div>
            <Group>
              <ButtonLink to="/dashboard/$dataID" params={{ dataID: unit.dataID }} size="xs">
                {t('fleet.unit-dashboard')}
              </ButtonLink>
              {entries(unit).map(({ label, labelOf, onSelect }) => (
                <Button
                  key={label}
                  variant="default"
                  size="xs"
                  aria-label={labelOf(unit.friendlyName)}
                  onClick={() => {
                    onClose()
                    onSelect()
                  }}
                >
                  {label}
                </Button>
              ))}
            </Group>
          </Stack>
        ))}
      </Stack>
      <CloseButton size="sm" aria-label={t('fleet.close')} onClick={onClose} className={classes['close'] ?? ''} />
    </section>
  )
}

function Triggered({ count }: { count: number | undefined }) {
  return count === undefined ? undefined : <TriggeredMark count={count} />
}
