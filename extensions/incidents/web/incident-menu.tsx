import type { IncidentDetails } from '../contract/incidents.ts'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pageLink } from '@fieldwatch/web/platform/extensions/page-link.ts'
import { installedUnitNotes } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { useRemoveIncident } from './incident-queries.ts'
import { t } from './texts.ts'
import { ConfirmDialog } from '@fieldwatch/web/ui/components/confirm-dialog.tsx'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'
import { IconDotsVertical } from '@fieldwatch/web/ui/icons/icons.ts'
import { EditIncidentDialog } from './edit-incident-dialog.tsx'
import { PinsDialog } from './pins-dialog.tsx'
import { SnapshotDialog } from './snapshot-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

type Opened = 'edit' | 'pins' | 'snapshot' | 'versions' | 'delete'

/** What can be done with an incident. */
export function IncidentMenu({ incident }: { incident: IncidentDetails }) {
  const [opened, open] = useState<Opened>()
  const close = (): void => open(undefined)
  const { mayChange, mayTakeAgain, conclusions } = incident
  const { isOn: hasNotes } = installedUnitNotes(useMe())
  return (
    <>
      {mayChange ? (
        <Button size="xs" onClick={() => open('edit')}>
          {conclusions === '' ? t('incidents.write') : t('incidents.edit')}
        </Button>
      ) : undefined}
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="var(--fw-touch-target)" aria-label={t('incidents.more')}>
            <IconDotsVertical stroke={1.5} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open('versions')}>{t('incidents.versions')}</Menu.Item>
          {mayChange && hasNotes ? (
            <Menu.Item onClick={() => open('pins')}>{t('incidents.pins')}</Menu.Item>
          ) : undefined}
          {mayTakeAgain ? <Menu.Item onClick={() => open('snapshot')}>{t('incidents.snapshot')}</Menu.Item> : undefined}
          {mayChange ? (
            <Menu.Item color="red" onClick={() => open('delete')}>
              {t('incidents.delete')}
            </Menu.Item>
          ) : undefined}
        </Menu.Dropdown>
      </Menu>
      {opened === 'edit' ? <EditIncidentDialog incident={incident} onClose={close} /> : undefined}
      {opened === 'pins' ? <PinsDialog incident={incident} onClose={close} /> : undefined}
      {opened === 'snapshot' ? <SnapshotDialog incident={incident} onClose={close} /> : undefined}
      {opened === 'versions' ? <VersionsDialog incidentID={incident.incidentID} onClose={close} /> : undefined}
      {opened === 'delete' ? <RemoveIncident incident={incident} onClose={close} /> : undefined}
    </>
  )
}

function RemoveIncident({ incident, onClose }: { incident: IncidentDetails; onClose: () => void }) {
  const remove = useRemoveIncident()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      title={t('incidents.delete.title', { title: incident.title })}
      confirm={t('incidents.delete')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate({ incidentID: incident.incidentID }, { onSuccess: () => void navigate(pageLink('/incidents')) })
      }
      onClose={onClose}
    >
      {remove.isError ? <FormFailure text={remove.error.message} /> : t('incidents.delete.help')}
    </ConfirmDialog>
  )
}
