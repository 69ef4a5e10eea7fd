import { useMe } from '#platform/session/me-queries.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { AlertsGlance } from './health/alerts-glance.tsx'
import { ConnectionPanel } from './health/connection-panel.tsx'
import { HealthPanel } from './health/health-panel.tsx'
import { LastRequest } from './health/last-request.tsx'
import { MaintenancePanel } from './maintenance/maintenance-panel.tsx'
import { UnitAbout } from './unit-about.tsx'
import { UnitSims } from './unit-sims.tsx'
import classes from './management.module.css'

/** At a glance: is the unit healthy, which alerts, the last request. Below it what is known of the unit. */
export function StatusSection() {
  const { unit } = useUnit()
  const isAdmin = useMe().role === 'admin'
  return (
    <div className={classes['page']}>
      <div className={classes['glance']}>
        <HealthPanel unit={unit} />
        <AlertsGlance dataId={unit.dataID} />
        {isAdmin ? <LastRequest unit={unit} /> : undefined}
      </div>
      <ConnectionPanel unit={unit} />
      <UnitAbout unit={unit} />
      <MaintenancePanel unit={unit} />
      <UnitSims dataId={unit.dataID} />
    </div>
  )
}
