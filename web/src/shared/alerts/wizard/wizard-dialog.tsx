import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { unitQuery } from '#shared/units/unit-queries.ts'
import { Dialog, useCloseDialog } from '#ui/components/dialog.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import { useIsLow } from '#ui/components/use-is-low.ts'
import { useIsPhone } from '#ui/components/use-is-phone.ts'
import { firstEntity } from './alert-entities.ts'
import { emptyAlertForm } from './alert-form.ts'
import { WizardForm } from './wizard-form.tsx'
import { t } from '../texts.ts'

export interface WizardDialogProps {
  /** The alert that is changed; left out: a new one. */
  alert?: Alert | undefined
  /** The unit that a new alert begins with. */
  dataID?: DataId | undefined
  /** The units that a new alert begins with, where they are several. */
  devices?: readonly DataId[]
  /** The name of the event table that a new alert begins with. */
  event?: string | undefined
  onClose: () => void
}

/** The dialog of the wizard, mounted while it is open. */
export function WizardDialog({ alert, dataID, devices = [], event, onClose }: WizardDialogProps) {
  const isPhone = useIsPhone()
  const isLow = useIsLow()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      title={alert === undefined ? t('alerts.create-alert') : t('alerts.edit-name', { name: alert.name })}
      size="xl"
      fullScreen={isPhone || isLow}
      busy={busy}
      onClose={onClose}
    >
      {alert === undefined && dataID !== undefined ? (
        <NewAlertOfUnit dataID={dataID} event={event} onBusy={setBusy} onDone={onClose} />
      ) : (
        <WizardOf
          alert={alert}
          unitEntities={undefined}
          devices={devices}
          event={event}
          onBusy={setBusy}
          onDone={onClose}
        />
      )}
    </Dialog>
  )
}

interface PartProps {
  event: string | undefined
  onBusy: (busy: boolean) => void
  onDone: () => void
}

/** The wizard once it is known of which entities the unit is. */
function NewAlertOfUnit({ dataID, ...props }: PartProps & { dataID: DataId }) {
  return (
    <Loaded query={useQuery(unitQuery(useApi(), dataID))} failed={t('alerts.wizard.unit-failed')} height="20rem">
      {({ entities }) => <WizardOf alert={undefined} unitEntities={entities} devices={[dataID]} {...props} />}
    </Loaded>
  )
}

interface WizardOfProps extends PartProps {
  alert: Alert | undefined
  unitEntities: readonly EntityId[] | undefined
  devices: readonly DataId[]
}

function WizardOf({ alert, unitEntities, devices, event, ...props }: WizardOfProps) {
  const me = useMe()
  const close = useCloseDialog()
  const [empty] = useState(() =>
    emptyAlertForm({ entity: firstEntity(me, unitEntities), devices, owners: [me.id], event }),
  )
  return <WizardForm alert={alert} empty={empty} onCancel={close} {...props} />
}
