import { useUnit } from '#shared/units/unit-context.ts'
import { AdminSection } from './admin-section.tsx'
import { RequestForm } from './requests/request-form.tsx'
import { RequestHistoryPanel } from './requests/request-history-panel.tsx'

/** Requests to a unit and what it answered (admin). */
export function RequestsSection() {
  const { unit } = useUnit()
  return (
    <AdminSection title="Requests">
      <RequestForm unit={unit} />
      <RequestHistoryPanel unit={unit} />
    </AdminSection>
  )
}
