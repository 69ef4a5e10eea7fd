import type { Label } from '@fieldwatch/contract/units/labels'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import { LabelChip } from './label-chip.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { labelsQuery, useRemoveLabel } from './label-queries.ts'
import classes from './labels-dialog.module.css'
import { t } from './texts.ts'

/** The labels of the entities in reach: added, renamed, recoloured and deleted (admin). */
export function LabelsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(labelsQuery(useApi()))
  const [edited, setEdited] = useState<Label | 'new'>()
  const [removed, setRemoved] = useState<Label>()
  return (
    <Dialog title={t('labels.title')} onClose={onClose} closeButtonProps={{ 'aria-label': t('labels.close-dialog') }}>
      <Stack>
        <Loaded query={query} failed={t('labels.failed')} height="8rem">
          {(labels) =>
            labels.length === 0 ? (
              <Text c="dimmed">{t('labels.none.help')}</Text>
            ) : (
              <ul aria-label={t('labels.title')} className={classes['list']}>
                {labels.map((label) => (
                  <LabelRow key={label.labelID} label={label} onEdit={setEdited} onRemove={setRemoved} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <Group justify="flex-end">
          <Button onClick={() => setEdited('new')}>{t('labels.add.title')}</Button>
        </Group>
      </Stack>
      {edited === undefined ? undefined : (
        <LabelDialog label={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {removed === undefined ? undefined : <RemoveLabel label={removed} onClose={() => setRemoved(undefined)} />}
    </Dialog>
  )
}

interface LabelRowProps {
  label: Label
  onEdit: (label: Label) => void
  onRemove: (label: Label) => void
}

function LabelRow({ label, onEdit, onRemove }: LabelRowProps) {
  const { entityData } = useMe()
  const several = Object.keys(entityData).length > 1
  return (
    <li className={classes['row']}>
      <span className={classes['words']}>
        <LabelChip label={label} />
        <Text component="span" c="dimmed" size="xs">
          {t('labels.units', { count: label.units })}
          {several ? ` · ${entityData[label.entity]?.name ?? ''}` : ''}
        </Text>
      </span>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('labels.edit.one', { name: label.name })}
          onClick={() => onEdit(label)}
        >
          {t('labels.edit')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('labels.delete.one', { name: label.name })}
          onClick={() => onRemove(label)}
        >
          {t('labels.delete')}
        </Button>
      </Group>
    </li>
  )
}

function RemoveLabel({ label, onClose }: { label: Label; onClose: () => void }) {
  const remove = useRemoveLabel()
  return (
    <ConfirmDialog
      title={t('labels.delete.title', { name: label.name })}
      confirm={t('labels.delete')}
      busy={remove.isPending}
      failure={remove.isError ? { text: remove.error.message } : undefined}
      onConfirm={() => remove.mutate({ labelID: label.labelID }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        {t('labels.units', { count: label.units })}. {t('labels.delete.help')}
      </Text>
    </ConfirmDialog>
  )
}
