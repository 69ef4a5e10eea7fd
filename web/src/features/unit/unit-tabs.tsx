import { appSlug } from '@fieldwatch/contract/people/apps'
import type { Template } from '@fieldwatch/contract/templates/templates'
import { Link, useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { useCurrentInSight } from '#ui/components/use-current-in-sight.ts'
import classes from './unit-tabs.module.css'
import { t } from './texts.ts'

interface UnitTabsProps {
  dataId: string
  template: Template | null
  /** Names of the applications of the unit. */
  apps: readonly string[]
}

/** The tabs of a unit's page: parts that its template has, and its applications. */
export function UnitTabs({ dataId, template, apps }: UnitTabsProps) {
  const params = { dataID: dataId }
  const row = useRef<HTMLElement>(null)
  useCurrentInSight(row, useLocation({ select: ({ pathname }) => pathname }))
  return (
    <nav ref={row} aria-label={t('unit.tabs')} className={classes['tabs']}>
      <Link
        to="/dashboard/$dataID"
        params={params}
        // The search is ignored: the tab is also current with a history track.
        activeOptions={{ exact: true, includeSearch: false }}
        className={classes['tab']}
      >
        {t('unit.overview')}
      </Link>
      {template?.timeSeries !== undefined && (
        <Link to="/dashboard/$dataID/time-series" params={params} className={classes['tab']}>
          {t('unit.time-series')}
        </Link>
      )}
      {template?.events !== undefined && (
        <Link
          to="/dashboard/$dataID/events"
          params={params}
          // How its tables are looked at does not make it another page.
          activeOptions={{ includeSearch: false }}
          className={classes['tab']}
        >
          {t('unit.events')}
        </Link>
      )}
      {apps.map((name) => (
        <Link
          key={name}
          to="/dashboard/$dataID/$appSlug"
          params={{ ...params, appSlug: appSlug(name) }}
          className={classes['tab']}
        >
          {name}
        </Link>
      ))}
      <Link to="/dashboard/$dataID/management" params={params} className={classes['tab']}>
        {t('unit.management')}
      </Link>
    </nav>
  )
}
