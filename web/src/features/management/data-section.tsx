import { Slot } from '#platform/extensions/slot.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { AdminSection } from './admin-section.tsx'
import { DataControl } from './data-control.tsx'
import { RefusedMessages } from './refused-messages.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { t } from './texts.ts'

/** What the portal stores of a unit, for how long, and what it refused (admin). */
export function DataSection() {
  const { unit } = useUnit()
  return (
    <AdminSection title={t('management.sections.data')}>
      <DataControl unit={unit} />
      <Slot name="management.data" of={{ unit }} />
      <RetentionPanel dataId={unit.dataID} />
      <RefusedMessages dataId={unit.dataID} />
    </AdminSection>
  )
}
