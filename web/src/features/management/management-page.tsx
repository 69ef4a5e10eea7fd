import { useMe } from '#platform/session/me-queries.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { DataControl } from './data-control.tsx'
import { ImportsPanel } from './imports/imports-panel.tsx'
import { MaintenancePanel } from './maintenance/maintenance-panel.tsx'
import { RefusedMessages } from './refused-messages.tsx'
import { RequestForm } from './requests/request-form.tsx'
import { RequestHistoryPanel } from './requests/request-history-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { SilencePanel } from './silence/silence-panel.tsx'
import { UnitAbout } from './unit-about.tsx'
import { UnitActivity } from './unit-activity.tsx'
import { UnitAdministration } from './unit-administration.tsx'
import { UnitAlerts } from './unit-alerts.tsx'
import { UnitSims } from './unit-sims.tsx'
import classes from './management.module.css'

/** What a person sees and changes of a unit itself (specification, document 2, section 2.2). */
export function ManagementPage() {
  const { unit } = useUnit()
  const isAdmin = useMe().role === 'admin'
  return (
    <div className={classes['page']}>
      <UnitAbout unit={unit} />
      <SilencePanel dataId={unit.dataID} />
      <MaintenancePanel unit={unit} />
      <UnitAlerts dataId={unit.dataID} />
      {isAdmin ? (
        <>
          <DataControl unit={unit} />
          <UnitAdministration unit={unit} />
          <RequestForm unit={unit} />
          <RequestHistoryPanel unit={unit} />
        </>
      ) : undefined}
      <UnitSims dataId={unit.dataID} />
      {isAdmin ? (
        <>
          <ImportsPanel unit={unit} />
          <RetentionPanel dataId={unit.dataID} />
          <RefusedMessages dataId={unit.dataID} />
          <UnitActivity dataId={unit.dataID} />
        </>
      ) : undefined}
    </div>
  )
}
