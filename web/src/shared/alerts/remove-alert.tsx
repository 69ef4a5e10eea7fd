import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import { Stack, Text } from '@mantine/core'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { useRemoveAlert, useSubscribeAlert } from './alert-queries.ts'
import { t } from './texts.ts'

interface RemoveAlertProps {
  alert: Alert
  onDone: (text: string) => void
  onClose: () => void
}

/** Asks before an alert goes with its history. */
export function RemoveAlert({ alert: { id, name, users, status }, onDone, onClose }: RemoveAlertProps) {
  const remove = useRemoveAlert()
  const others = users.length - 1
  const told = status === 'high' ? t('alerts.remove.triggered') : t('alerts.remove.owners')
  return (
    <DeleteDialog
      change={{ kind: 'alert-deleted', alertID: id }}
      title={t('alerts.remove.title', { name })}
      busy={remove.isPending}
      failure={remove.error === null ? undefined : { text: t('alerts.remove.failed'), advice: remove.error.message }}
      onConfirm={() => remove.mutate({ alertID: id }, { onSuccess: () => onDone(t('alerts.remove.done', { name })) })}
      onClose={onClose}
    >
      {`${t('alerts.remove.help', { others })} ${told}`}
    </DeleteDialog>
  )
}

/** Asks before someone with whom an alert is shared leaves it. */
export function LeaveAlert({ alert: { id, name }, onDone, onClose }: RemoveAlertProps) {
  const subscribe = useSubscribeAlert()
  return (
    <ConfirmDialog
      opened
      title={t('alerts.leave.title', { name })}
      confirm={t('alerts.unsubscribe')}
      busy={subscribe.isPending}
      onConfirm={() =>
        subscribe.mutate(
          { alertID: id, subscribe: false },
          { onSuccess: () => onDone(t('alerts.leave.done', { name })) },
        )
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('alerts.leave.help')}</Text>
        {subscribe.error === null ? undefined : (
          <FormFailure text={t('alerts.leave.failed')} advice={subscribe.error.message} />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
