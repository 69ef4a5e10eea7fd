import { getSharedIncident } from '../contract/shared-incident.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { IncidentReport } from './report/incident-report.tsx'
import { useMeasures } from '@fieldwatch/web/shared/measures/use-measures.ts'
import { LoadFailure } from '@fieldwatch/web/ui/components/load-failure.tsx'
import { LoadingSkeleton } from '@fieldwatch/web/ui/components/loading-skeleton.tsx'
import { t } from './texts.ts'

interface SharedIncidentProps {
  /** Another one for each change. */
  version: string
}

/** An incident as its link shows it. */
export function SharedIncident({ version }: SharedIncidentProps) {
  const api = useApi()
  const { timeFormat } = useMe()
  const measures = useMeasures()
  const { data, error, refetch } = useQuery({
    queryKey: ['shared-incident', version],
    queryFn: async ({ signal }) => (await api.call(getSharedIncident, {}, { signal })).details,
    placeholderData: (before) => before,
  })
  if (data !== undefined)
    return <IncidentReport incident={{ ...data, by: null, takenBy: null }} reader={{ timeFormat, measures }} />
  if (error === null) return <LoadingSkeleton height="20rem" width="100%" />
  return <LoadFailure title={t('incidents.open.failed')} message={error.message} onRetry={() => void refetch()} />
}
