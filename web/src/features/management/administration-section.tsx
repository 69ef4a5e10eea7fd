import { useUnit } from '#shared/units/unit-context.ts'
import { AdminSection } from './admin-section.tsx'
import { UnitAdministration } from './unit-administration.tsx'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { ActivityList } from '#shared/activity/activity-list.tsx'
import { Panel } from './panel.tsx'
import { t } from './texts.ts'

/** Whose the unit is, whether it may send, and who changed what (admin). */
export function AdministrationSection() {
  const { unit } = useUnit()
  return (
    <AdminSection title={t('management.sections.administration')}>
      <UnitAdministration unit={unit} />
      <UnitActivity dataId={unit.dataID} />
    </AdminSection>
  )
}

/** Who changed what of the unit. */
function UnitActivity({ dataId }: { dataId: DataId }) {
  return (
    <Panel title={t('management.activity')}>
      <ActivityList
        label={t('management.activity.label')}
        narrowing={{ dataID: dataId }}
        limit={10}
        emptyText={t('management.activity.empty')}
      />
    </Panel>
  )
}
