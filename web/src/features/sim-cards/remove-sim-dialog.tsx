import type { Sim } from '@fieldwatch/contract/sims'
import { Stack, Text } from '@mantine/core'
import { ConfirmDialog } from '#components/confirm-dialog.tsx'
import { FailureNote } from '#components/failure-note.tsx'
import { useRemoveSim } from './sim-mutations.ts'

interface RemoveSimDialogProps {
  sim: Sim
  onClose: () => void
}

/** Asks before a card is taken off the list. */
export function RemoveSimDialog({ sim, onClose }: RemoveSimDialogProps) {
  const remove = useRemoveSim()
  return (
    <ConfirmDialog
      opened
      title={`Remove ${sim.label === '' ? sim.iccid : sim.label}?`}
      confirm="Remove"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(sim.simID, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Stack>
        <Text>The SIM card goes off this list. It goes on working, and can be added again.</Text>
        {remove.isError ? <FailureNote text={remove.error.message} /> : undefined}
      </Stack>
    </ConfirmDialog>
  )
}
