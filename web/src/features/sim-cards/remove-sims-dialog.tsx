import type { Sim, SimRemoval } from '@fieldwatch/contract/units/sims'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { simName } from '#shared/sims/sim-text.ts'
import { t } from './texts.ts'
import { useRemoveSims } from './sim-mutations.ts'

interface RemoveSimsDialogProps {
  sims: readonly Sim[]
  /** Called with the number of removed cards when the dialog is done. */
  onRemoved: (count: number) => void
  onClose: () => void
}

/** Asks before cards are removed, and lists those that were gone already. */
export function RemoveSimsDialog({ sims, onRemoved, onClose }: RemoveSimsDialogProps) {
  const remove = useRemoveSims()
  const [missing, setMissing] = useState<readonly Sim[]>([])
  const removed = sims.length - missing.length

  function finish(removals: readonly SimRemoval[]): void {
    const gone = new Set(removals.filter(({ result }) => result === 'not-found').map(({ simID }) => simID))
    if (gone.size === 0) onRemoved(sims.length)
    else setMissing(sims.filter(({ simID }) => gone.has(simID)))
  }

  if (missing.length > 0) {
    return (
      <Dialog
        title={t('sim-cards.removed.part', { removed, count: sims.length })}
        onClose={() => onRemoved(removed)}
        closeButtonProps={{ 'aria-label': t('sim-cards.close-dialog') }}
      >
        <Stack>
          <Text component="output">{t('sim-cards.removed.missing', { count: missing.length })}</Text>
          <NameList sims={missing} most={missing.length} />
          <Group justify="flex-end">
            <Button onClick={() => onRemoved(removed)}>{t('sim-cards.close')}</Button>
          </Group>
        </Stack>
      </Dialog>
    )
  }
  const [first] = sims
  const isOne = sims.length === 1 && first !== undefined
  return (
    <ConfirmDialog
      title={
        isOne ? t('sim-cards.remove.one', { name: simName(first) }) : t('sim-cards.remove.many', { count: sims.length })
      }
      confirm={t('sim-cards.remove')}
      busy={remove.isPending}
      failure={remove.isError ? { text: remove.error.message } : undefined}
      onConfirm={() => remove.mutate({ simIDs: sims.map(({ simID }) => simID) }, { onSuccess: finish })}
      onClose={onClose}
    >
      {isOne ? undefined : <NameList sims={sims} most={NAMED} />}
      <Text>{t('sim-cards.remove.help', { count: sims.length })}</Text>
    </ConfirmDialog>
  )
}

/** The most cards that the question names; further ones are counted. */
const NAMED = 5

function NameList({ sims, most }: { sims: readonly Sim[]; most: number }) {
  const named = sims.slice(0, most)
  return (
    <List size="sm">
      {named.map((sim) => (
        <List.Item key={sim.simID}>{simName(sim)}</List.Item>
      ))}
      {named.length < sims.length ? (
        <List.Item>{t('sim-cards.remove.more', { count: sims.length - named.length })}</List.Item>
      ) : undefined}
    </List>
  )
}
