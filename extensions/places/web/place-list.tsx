import type { Place } from '@fieldwatch/contract/places/places'
import { Skeleton, Text } from '@mantine/core'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { t } from './texts.ts'
import { RowMenu } from '@fieldwatch/web/ui/table/row-menu.tsx'
import { draftOf } from './place-draft.ts'
import classes from './places-page.module.css'

interface PlaceListProps {
  /** Undefined while they are on their way. */
  places: readonly Place[] | undefined
  isSearched: boolean
  isAdmin: boolean
  chosen: number | undefined
  onChoose: (place: Place) => void
  onEdit: (place: Place) => void
  onRemove: (place: Place) => void
}

/** The places by name; pressing one shows it on the map. */
export function PlaceList({ places, isSearched, isAdmin, chosen, onChoose, onEdit, onRemove }: PlaceListProps) {
  const { entityData } = useMe()
  if (places === undefined) return <Skeleton height="12rem" />
  if (places.length === 0)
    return (
      <Text c="dimmed" className={classes['empty'] ?? ''}>
        {isSearched ? t('places.empty.search') : isAdmin ? t('places.empty.admin') : t('places.empty.viewer')}
      </Text>
    )
  const several = new Set(places.map(({ entity }) => entity)).size > 1
  return (
    <ul className={classes['list']} aria-label={t('places.title')}>
      {places.map((place) => (
        <li key={place.placeID} className={classes['row']} data-chosen={place.placeID === chosen}>
          <button
            type="button"
            className={classes['place']}
            aria-pressed={place.placeID === chosen}
            onClick={() => onChoose(place)}
          >
            <span
              className={classes['dot']}
              style={place.colour === null ? undefined : { background: `var(--fw-label-${place.colour}-text)` }}
            />
            <span className={classes['name']} title={place.name}>
              {place.name}
            </span>
            <span className={classes['about']}>
              {[
                t(`places.kind.${draftOf(place).kind}`),
                ...(place.group === null ? [] : [place.group]),
                ...(several ? [entityData[place.entity]?.name ?? ''] : []),
              ].join(' · ')}
            </span>
          </button>
          {isAdmin ? (
            <RowMenu
              label={t('places.actions', { name: place.name })}
              place={null}
              actions={[
                { label: t('places.edit'), onSelect: () => onEdit(place) },
                { label: t('places.delete'), danger: true, onSelect: () => onRemove(place) },
              ]}
            />
          ) : undefined}
        </li>
      ))}
    </ul>
  )
}
