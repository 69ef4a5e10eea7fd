import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { useIsPhone } from '#ui/components/use-is-phone.ts'
import { LastAct, OpenAct } from './alert-acts.tsx'
import { AlertFacts } from './alert-facts.tsx'
import { AlertHistory } from './alert-history.tsx'
import { alertQuery } from './alert-queries.ts'
import { AlertUnits } from './alert-units.tsx'
import { useAlertActs } from './use-alert-acts.ts'
import { t } from './texts.ts'

interface AlertDialogProps {
  alertId: AlertId
  /** Only its state for this unit; left out: for all. */
  dataId: DataId | undefined
  onClose: () => void
}

/** One alert: when it is triggered, its state for each unit, what was done about it, and its history. */
export function AlertDialog({ alertId, dataId, onClose }: AlertDialogProps) {
  const isPhone = useIsPhone()
  // An admin may come here by a link to an alert of someone else.
  const all = useMe().role === 'admin'
  const { data: alert, error, refetch } = useQuery(alertQuery(useApi(), alertId, { all }))
  return (
    <Dialog
      title={alert?.name ?? t('alerts.alert')}
      size="xl"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('alerts.alert.close') }}
      onClose={onClose}
    >
      {alert === undefined ? (
        error === null ? (
          <LoadingSkeleton height="20rem" aria-label={t('alerts.alert.loading')} />
        ) : (
          <LoadFailure title={t('alerts.alert.failed')} message={error.message} onRetry={() => void refetch()} />
        )
      ) : alert === null ? (
        <Text>{t('alerts.alert.gone')}</Text>
      ) : (
        <OneAlert alert={alert} dataId={dataId} />
      )}
    </Dialog>
  )
}

function OneAlert({ alert, dataId }: { alert: Alert; dataId: DataId | undefined }) {
  const acts = useAlertActs()
  return (
    <Stack gap="md">
      <LastAct acts={acts} />
      <AlertFacts alert={alert} dataId={dataId} acts={acts} />
      <AlertUnits alert={alert} dataId={dataId} acts={acts} />
      <AlertHistory alert={alert} dataId={dataId} />
      <OpenAct acts={acts} />
    </Stack>
  )
}
