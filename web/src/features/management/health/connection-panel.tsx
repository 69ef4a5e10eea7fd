import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { useNow } from '#ui/components/use-now.ts'
import { Panel } from '../panel.tsx'
import { type HealthFact, healthFacts, type RepairLink } from './health-facts.ts'
import { REFRESH_MS, useUnitHealth } from './health-query.ts'
import classes from './health.module.css'
import { t } from './texts.ts'

interface ConnectionPanelProps {
  unit: DataDocument
}

/** What the portal knows of the connection of a unit, each with a link to where it can be corrected. */
export function ConnectionPanel({ unit }: ConnectionPanelProps) {
  const isAdmin = useMe().role === 'admin'
  const now = useNow(REFRESH_MS)
  const { data, error } = useUnitHealth(unit)
  // The panel of its health says why there is nothing to show.
  if (data === undefined && error !== null) return undefined
  return (
    <Panel title={t('unit-health.connection')}>
      {data === undefined ? (
        <Skeleton height="6rem" />
      ) : (
        <ul className={classes['facts']}>
          {healthFacts(data, { now, isAdmin }).map((fact, place) => (
            <Fact key={`${place} ${fact.name}`} fact={fact} dataId={unit.dataID} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Fact({ fact, dataId }: { fact: HealthFact; dataId: string }) {
  const { timeFormat } = useMe()
  const { name, text, at, isReason, place } = fact
  return (
    <li className={classes['fact']} data-reason={isReason}>
      <span className={classes['name']}>{name}</span>
      <span className={classes['text']} title={at === undefined ? undefined : formatMoment(at, timeFormat)}>
        {text}
      </span>
      {place === undefined ? undefined : <PlaceLink place={place} dataId={dataId} />}
    </li>
  )
}

const SECTION_PATHS = {
  data: '/dashboard/$dataID/management/data',
  administration: '/dashboard/$dataID/management/administration',
} as const

function PlaceLink({ place, dataId }: { place: RepairLink; dataId: string }) {
  if (place.kind === 'sim') {
    return (
      <Link to="/sim-cards" search={{ search: place.iccid }} className={classes['link']}>
        {t('unit-health.sim.one', { iccid: place.iccid })}
      </Link>
    )
  }
  return (
    <Link to={SECTION_PATHS[place.kind]} params={{ dataID: dataId }} hash={place.anchor} className={classes['link']}>
      {place.label}
    </Link>
  )
}
