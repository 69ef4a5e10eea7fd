import { listNearestUnits, type NearUnit } from '@fieldwatch/contract/units/nearest-units'
import { ActionIcon, CloseButton, Group, Skeleton, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { fixedText } from '#shared/latest/value-format.ts'
import { useMap } from '#shared/map/map-context.ts'
import { MapMarker } from '#shared/map/map-marker.tsx'
import type { Position } from '#shared/map/position.ts'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { AreasLayer } from '#shared/places/areas-layer.tsx'
import { BoundedField } from '#shared/places/bounded-field.tsx'
import { t } from '#shared/places/texts.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { IconMapPinFilled, IconRouter } from '#ui/icons/icons.ts'
import classes from './nearest-units.module.css'

/** Kilometres. */
const FIRST_RADIUS = 10
const FARTHEST = 20_000

interface Asked {
  readonly position: Position
  /** Kilometres. */
  readonly radius: number
}

/** Which units are near a position: that of a long press, of the other button of a mouse, or one that is typed. */
export function NearestUnits() {
  const map = useMap()
  const button = useRef<HTMLButtonElement>(null)
  const [asked, setAsked] = useState<Asked>()
  const ask = useEffectEvent((position: Position) => setAsked({ position, radius: asked?.radius ?? FIRST_RADIUS }))
  useEffect(() => map.onLongPress((position) => ask(position)), [map])
  return (
    <>
      <ActionIcon
        ref={button}
        className={classes['open'] ?? ''}
        variant={asked === undefined ? 'default' : 'filled'}
        size="lg"
        aria-label={t('nearest-units.title')}
        title={t('nearest-units.title')}
        aria-pressed={asked !== undefined}
        onClick={() =>
          setAsked(asked === undefined ? { position: middleOf(map.area().extent), radius: FIRST_RADIUS } : undefined)
        }
      >
        <IconRouter size="1.1rem" aria-hidden="true" />
      </ActionIcon>
      {asked === undefined ? undefined : (
        <NearestPanel
          asked={asked}
          onAsk={setAsked}
          onClose={() => {
            setAsked(undefined)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}

function middleOf([west, south, east, north]: readonly [number, number, number, number]): Position {
  const longitude = (((((west + east) / 2 + 180) % 360) + 360) % 360) - 180
  return [Number(longitude.toFixed(5)), Number(((south + north) / 2).toFixed(5))]
}

function nearestQuery(api: Api, { position: [lon, lat], radius }: Asked) {
  return detailsQuery(api, listNearestUnits, {
    queryKey: ['nearest-units', lat, lon, radius],
    query: { lat, lon, radius: radius * 1_000 },
    placeholderData: keepPreviousData,
  })
}

interface NearestPanelProps {
  asked: Asked
  onAsk: (asked: Asked) => void
  onClose: () => void
}

function NearestPanel({ asked, onAsk, onClose }: NearestPanelProps) {
  const { data, error } = useQuery(nearestQuery(useApi(), asked))
  const [longitude, latitude] = asked.position
  const circle = useMemo(
    () => [
      {
        geometry: { type: 'Point' as const, coordinates: [longitude, latitude] satisfies Position },
        radius: asked.radius * 1_000,
        colour: null,
      },
    ],
    [longitude, latitude, asked.radius],
  )
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  useHotkeys([['Escape', onClose]], [])
  return (
    <>
      <AreasLayer shapes={circle} />
      <MapMarker position={asked.position} anchor="bottom">
        <IconMapPinFilled className={classes['pin'] ?? ''} aria-label={t('nearest-units.position')} />
      </MapMarker>
      <section className={classes['panel']} aria-label={t('nearest-units.title')}>
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h5" ref={title} tabIndex={-1}>
            {t('nearest-units.title')}
          </Title>
          <CloseButton aria-label={t('nearest-units.close')} onClick={onClose} />
        </Group>
        <div className={classes['fields']}>
          <BoundedField
            label={t('nearest-units.latitude')}
            value={latitude}
            least={-90}
            most={90}
            onChange={(value) => onAsk({ ...asked, position: [longitude, value] })}
          />
          <BoundedField
            label={t('nearest-units.longitude')}
            value={longitude}
            least={-180}
            most={180}
            onChange={(value) => onAsk({ ...asked, position: [value, latitude] })}
          />
          <BoundedField
            label={t('nearest-units.radius')}
            value={asked.radius}
            least={0.001}
            most={FARTHEST}
            onChange={(radius) => onAsk({ ...asked, radius })}
          />
        </div>
        {error !== null ? (
          <FailureNote text={t('nearest-units.failed')} advice={error.message} />
        ) : data === undefined ? (
          <Skeleton height="6rem" />
        ) : (
          <NearList units={data.units} total={data.total} />
        )}
        <Text size="xs" c="dimmed">
          {t('nearest-units.help')}
        </Text>
      </section>
    </>
  )
}

function NearList({ units, total }: { units: readonly NearUnit[]; total: number }) {
  const kilometres = useMeasures()('km')
  if (units.length === 0) return <Text size="sm">{t('nearest-units.none')}</Text>
  return (
    <>
      <Text size="sm" aria-live="polite">
        {units.length < total
          ? t('nearest-units.first', { shown: units.length, count: total })
          : t('nearest-units.count', { count: total })}
      </Text>
      <ul className={classes['list']}>
        {units.map(({ dataID, friendlyName, distance }) => (
          <li key={dataID} className={classes['row']}>
            <Link to="/dashboard/$dataID" params={{ dataID }} className={classes['name'] ?? ''} title={friendlyName}>
              {friendlyName}
            </Link>
            <span className={classes['distance']}>
              {fixedText(kilometres.value(distance / 1_000), 2)} {kilometres.unit}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
