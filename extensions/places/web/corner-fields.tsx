import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { BoundedField } from '@fieldwatch/web/shared/places/bounded-field.tsx'
import { IconX } from '@fieldwatch/web/ui/icons/icons.ts'
import { t } from './texts.ts'
import { addCorner, countCorners, MOST_CORNERS, moveCorner, type PlaceDraft, removeCorner } from './place-draft.ts'
import classes from './places-page.module.css'

interface CornerFieldsProps {
  draft: PlaceDraft
  centre: () => readonly [longitude: number, latitude: number]
  onChange: (draft: PlaceDraft) => void
}

/** The corners of a place as numbers: what the map does by drawing, for the keyboard and for exact positions. */
export function CornerFields({ draft, centre, onChange }: CornerFieldsProps) {
  const count = countCorners(draft)
  if (count > MOST_CORNERS)
    return (
      <Text size="sm" c="dimmed">
        {t('places.corners.many', { count })}
      </Text>
    )
  const isCircle = draft.kind === 'circle'
  return (
    <fieldset className={classes['corners']}>
      <legend>{isCircle ? t('places.centre') : t('places.corners')}</legend>
      {draft.lines.flatMap((line, index) =>
        line.map(([longitude, latitude], corner) => {
          const place = { line: index, corner }
          const number = corner + 1
          return (
            <Group key={`${index} ${corner}`} gap="xs" wrap="nowrap" align="flex-end">
              <BoundedField
                label={isCircle ? t('places.latitude') : t('places.latitude.of', { number })}
                value={rounded(latitude)}
                least={-90}
                most={90}
                onChange={(value) => onChange(moveCorner(draft, place, [longitude, value]))}
              />
              <BoundedField
                label={isCircle ? t('places.longitude') : t('places.longitude.of', { number })}
                value={rounded(longitude)}
                least={-180}
                most={180}
                onChange={(value) => onChange(moveCorner(draft, place, [value, latitude]))}
              />
              {isCircle ? undefined : (
                <ActionIcon
                  variant="default"
                  size="input-sm"
                  aria-label={t('places.corner.remove', { number })}
                  onClick={() => onChange(removeCorner(draft, place))}
                >
                  <IconX size="1rem" aria-hidden="true" />
                </ActionIcon>
              )}
            </Group>
          )
        }),
      )}
      {isCircle && count > 0 ? undefined : (
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            const [longitude, latitude] = centre()
            onChange(addCorner(draft, [longitude, latitude]))
          }}
        >
          {isCircle ? t('places.centre.add') : t('places.corner.add')}
        </Button>
      )}
    </fieldset>
  )
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(6))
}
