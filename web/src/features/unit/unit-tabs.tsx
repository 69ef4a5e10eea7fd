import type { Template } from '@fieldwatch/contract/templates'
import { Link } from '@tanstack/react-router'
import classes from './unit-tabs.module.css'

interface UnitTabsProps {
  dataId: string
  template: Template | null
}

/** The parts of a unit's page. A part that its template does not have has no tab. */
export function UnitTabs({ dataId, template }: UnitTabsProps) {
  const params = { dataID: dataId }
  return (
    <nav aria-label="Unit" className={classes['tabs']}>
      <Link to="/dashboard/$dataID" params={params} activeOptions={{ exact: true }} className={classes['tab']}>
        Overview
      </Link>
      {template?.timeSeries !== undefined && (
        <Link to="/dashboard/$dataID/time-series" params={params} className={classes['tab']}>
          Time Series
        </Link>
      )}
    </nav>
  )
}
