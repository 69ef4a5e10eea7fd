import { useUnit } from '#shared/units/unit-context.ts'
import { AdminSection } from './admin-section.tsx'
import { UnitActivity } from './unit-activity.tsx'
import { UnitAdministration } from './unit-administration.tsx'

/** Whose the unit is, whether it may send, and who changed what (admin). */
export function AdministrationSection() {
  const { unit } = useUnit()
  return (
    <AdminSection title="Administration">
      <UnitAdministration unit={unit} />
      <UnitActivity dataId={unit.dataID} />
    </AdminSection>
  )
}
