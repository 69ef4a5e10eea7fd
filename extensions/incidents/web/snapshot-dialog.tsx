import type { IncidentDetails } from '../contract/incidents.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FieldsChoice, fieldKey, fieldOfKey } from './fields-choice.tsx'
import { useRefreshIncident } from './incident-queries.ts'
import { t } from './texts.ts'
import { FormDialog } from '@fieldwatch/web/ui/components/form-dialog.tsx'

/** Stores again what happened, perhaps with other charts. */
export function SnapshotDialog({ incident, onClose }: { incident: IncidentDetails; onClose: () => void }) {
  const refresh = useRefreshIncident()
  const [drawn] = useState(() => [...new Set(incident.details.flatMap(({ series }) => series.map(fieldKey)))])
  const [fields, setFields] = useState(drawn)
  const { incidentID, version, details } = incident
  const isSame = fields.join() === drawn.join()

  function take(): void {
    // Fields that were not touched may be gone.
    const chosen = isSame ? {} : { fields: fields.map(fieldOfKey) }
    refresh.mutate({ incidentID, version, ...chosen }, { onSuccess: onClose })
  }

  return (
    <FormDialog
      title={t('incidents.snapshot.title')}
      submit={t('incidents.snapshot')}
      busy={refresh.isPending}
      failure={refresh.error}
      onSubmit={take}
      onClose={onClose}
    >
      <Text>{t('incidents.snapshot.help')}</Text>
      <FieldsChoice dataIds={details.map(({ dataID }) => dataID)} value={fields} onChange={setFields} />
    </FormDialog>
  )
}
