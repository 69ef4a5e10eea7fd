import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import { Stack, Text } from '@mantine/core'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useRemoveAlert, useSubscribeAlert } from './alert-queries.ts'

interface RemoveAlertProps {
  alert: Alert
  onDone: (text: string) => void
  onClose: () => void
}

/** Asks before an alert goes with its history. */
export function RemoveAlert({ alert: { id, name, users }, onDone, onClose }: RemoveAlertProps) {
  const remove = useRemoveAlert()
  const others = users.length - 1
  return (
    <ConfirmDialog
      opened
      title={`Delete ${name}?`}
      confirm="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(id, { onSuccess: () => onDone(`${name} is deleted.`) })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          It is deleted for everybody, with its history
          {others > 0 ? `: ${others} ${others === 1 ? 'other gets' : 'others get'} its messages` : ''}. Nobody is told
          any more when its devices cross the limit or fall silent.
        </Text>
        {remove.error === null ? undefined : (
          <FormFailure text="The alert was not deleted." advice={remove.error.message} />
        )}
      </Stack>
    </ConfirmDialog>
  )
}

/** Asks before somebody with whom an alert is shared leaves it. */
export function LeaveAlert({ alert: { id, name }, onDone, onClose }: RemoveAlertProps) {
  const subscribe = useSubscribeAlert()
  return (
    <ConfirmDialog
      opened
      title={`Unsubscribe from ${name}?`}
      confirm="Unsubscribe"
      busy={subscribe.isPending}
      onConfirm={() =>
        subscribe.mutate(
          { alertId: id, subscribe: false },
          { onSuccess: () => onDone(`You are unsubscribed from ${name}.`) },
        )
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          You get no more messages of it, and it leaves your list. One of its owners can share it with you again.
        </Text>
        {subscribe.error === null ? undefined : (
          <FormFailure text="You are still subscribed." advice={subscribe.error.message} />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
