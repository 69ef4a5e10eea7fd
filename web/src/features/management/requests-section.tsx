import { useUnit } from '#shared/units/unit-context.ts'
import { AdminSection } from './admin-section.tsx'
import { RequestForm } from './requests/request-form.tsx'
import { RequestHistoryPanel } from './requests/request-history-panel.tsx'
import { t } from '#shared/requests/texts.ts'

/** Requests to a unit and what it answered (admin). */
export function RequestsSection() {
  const { unit } = useUnit()
  return (
    <AdminSection title={t('requests.title')}>
      <RequestForm unit={unit} />
      <RequestHistoryPanel unit={unit} />
    </AdminSection>
  )
}
