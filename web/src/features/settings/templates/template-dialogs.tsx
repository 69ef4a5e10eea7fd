import type { ListedTemplate } from '@fieldwatch/contract/templates/template-gallery'
import { List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { templateUnitsQuery, useDeleteTemplate } from '#shared/templates/template-queries.ts'
import { VersionsDialog } from '#shared/templates/versions-dialog.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { ImportTemplateDialog } from './import-template-dialog.tsx'
import { NewTemplateDialog } from './new-template-dialog.tsx'
import { RenameTemplateDialog } from './rename-template-dialog.tsx'
import { TryTemplateDialog } from './try-template-dialog.tsx'
import classes from './templates-tab.module.css'

export type TemplateTask =
  | { readonly kind: 'create' | 'import' }
  | { readonly kind: 'copy' | 'rename' | 'delete' | 'units' | 'versions' | 'try'; readonly template: ListedTemplate }

interface TemplateDialogsProps {
  task: TemplateTask | undefined
  /** As they are now. */
  templates: readonly ListedTemplate[]
  onClose: () => void
}

/** The dialog that is open, if any. */
export function TemplateDialogs({ task, templates, onClose }: TemplateDialogsProps) {
  if (task === undefined) return undefined
  if (!('template' in task)) {
    return task.kind === 'create' ? <NewTemplateDialog onClose={onClose} /> : <ImportTemplateDialog onClose={onClose} />
  }
  // Somebody may have changed it since the dialog opened.
  const template = templates.find(({ id }) => id === task.template.id) ?? task.template
  switch (task.kind) {
    case 'copy':
      return <NewTemplateDialog from={template} onClose={onClose} />
    case 'rename':
      return <RenameTemplateDialog template={template} onClose={onClose} />
    case 'delete':
      return <DeleteTemplateDialog template={template} onClose={onClose} />
    case 'units':
      return <TemplateUnitsDialog template={template} onClose={onClose} />
    case 'versions':
      return (
        <VersionsDialog
          id={template.id}
          title={`Versions of ${template.title}`}
          editable={template.editable}
          help="All units with this template then show that version. It becomes a new version, so you can undo this."
          onClose={onClose}
        />
      )
    default:
      return <TryTemplateDialog template={template} templates={templates} onClose={onClose} />
  }
}

interface OneTemplateProps {
  template: ListedTemplate
  onClose: () => void
}

function DeleteTemplateDialog({ template, onClose }: OneTemplateProps) {
  const remove = useDeleteTemplate(template.id)
  return (
    <DeleteDialog
      thing={{ kind: 'template', id: template.id }}
      title={`Delete ${template.title}?`}
      busy={remove.isPending}
      failure={remove.isError ? { text: 'It was not deleted.', advice: remove.error.message } : undefined}
      onConfirm={() => remove.mutate(template.version, { onSuccess: onClose })}
      onClose={onClose}
    >
      Its versions are deleted with it. This cannot be undone; export it first if you may want it again.
    </DeleteDialog>
  )
}

function TemplateUnitsDialog({ template, onClose }: OneTemplateProps) {
  const { timeFormat } = useMe()
  const { data, error, refetch } = useQuery(templateUnitsQuery(useApi(), template.id))
  return (
    <Dialog title={`Devices with ${template.title}`} onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <LoadingSkeleton height="8rem" />
        ) : (
          <LoadFailure title="They cannot be shown" message={error.message} onRetry={() => void refetch()} />
        )
      ) : (
        <Stack gap="xs">
          {data.total === 0 ? <Text>No device has this template.</Text> : undefined}
          <List spacing="xs">
            {data.units.map(({ dataID, friendlyName, own, trial }) => (
              <List.Item key={dataID}>
                <Link to="/dashboard/$dataID" params={{ dataID }} className={classes['link'] ?? ''}>
                  {friendlyName}
                </Link>
                {trial === null
                  ? own && ', which shows a copy of its own'
                  : `, which tries something else since ${formatMoment(Date.parse(trial.startedUTC), timeFormat)}${trial.startedBy === null ? '' : `, by ${trial.startedBy}`}`}
              </List.Item>
            ))}
          </List>
          {data.total > data.units.length ? <Text>And {data.total - data.units.length} more.</Text> : undefined}
          {data.elsewhere ? <Text>Devices of other entities have it too.</Text> : undefined}
        </Stack>
      )}
    </Dialog>
  )
}
