import type { ListedTemplate, TemplateUnit } from '@fieldwatch/contract/templates/template-gallery'
import { List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TemplateTask as AddedTask } from '#platform/extensions/web-extension.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { templateUnitsQuery, useDeleteTemplate } from '#shared/templates/template-queries.ts'
import { VersionsDialog } from '#shared/templates/versions-dialog.tsx'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import { ImportTemplateDialog } from './import-template-dialog.tsx'
import { NewTemplateDialog } from './new-template-dialog.tsx'
import { RenameTemplateDialog } from './rename-template-dialog.tsx'
import { TryTemplateDialog } from './try-template-dialog.tsx'
import classes from './templates-tab.module.css'
import { t } from './texts.ts'

export type TemplateTask =
  | { readonly kind: 'create' | 'import' }
  | {
      readonly kind: 'copy' | 'rename' | 'delete' | 'units' | 'versions' | 'try'
      readonly template: ListedTemplate
    }
  | { readonly kind: 'added'; readonly Dialog: AddedTask['Dialog']; readonly template: ListedTemplate }

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
  // Someone may have changed it since the dialog opened.
  const template = templates.find(({ id }) => id === task.template.id) ?? task.template
  switch (task.kind) {
    case 'copy':
      return <NewTemplateDialog from={template} onClose={onClose} />
    case 'added':
      return (
        <Suspense>
          <task.Dialog template={template} onClose={onClose} />
        </Suspense>
      )
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
          title={t('templates.versions.of', { title: template.title })}
          editable={template.editable}
          help={t('templates.versions.help')}
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
  const { data: used } = useQuery(templateUnitsQuery(useApi(), template.id))
  return (
    <ConfirmDialog
      confirm={t('templates.delete')}
      disabled={used === undefined || used.total > 0 || used.elsewhere}
      title={t('templates.delete.title', { title: template.title })}
      busy={remove.isPending}
      failure={remove.isError ? { text: t('templates.delete.failed'), advice: remove.error.message } : undefined}
      onConfirm={() => remove.mutate({ version: template.version }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>{t('templates.delete.text')}</Text>
        <UnitsOfTemplate id={template.id} />
      </Stack>
    </ConfirmDialog>
  )
}

function TemplateUnitsDialog({ template, onClose }: OneTemplateProps) {
  return (
    <Dialog title={t('templates.units.title', { title: template.title })} onClose={onClose}>
      <UnitsOfTemplate id={template.id} />
    </Dialog>
  )
}

function UnitsOfTemplate({ id }: Pick<ListedTemplate, 'id'>) {
  const query = useQuery(templateUnitsQuery(useApi(), id))
  return (
    <Loaded query={query} failed={t('templates.units.failed')} height="8rem">
      {(data) => (
        <Stack gap="xs">
          {data.total === 0 ? <Text>{t('templates.units.none')}</Text> : undefined}
          <List spacing="xs">
            {data.units.map((unit) => (
              <List.Item key={unit.dataID}>
                <UnitOfTemplate unit={unit} />
              </List.Item>
            ))}
          </List>
          {data.total > data.units.length ? (
            <Text>{t('templates.more', { count: data.total - data.units.length })}</Text>
          ) : undefined}
          {data.elsewhere ? <Text>{t('templates.units.elsewhere')}</Text> : undefined}
        </Stack>
      )}
    </Loaded>
  )
}

function UnitOfTemplate({ unit: { dataID, friendlyName: name, own, trial } }: { unit: TemplateUnit }) {
  const { timeFormat } = useMe()
  const unit = (words: ReactNode) => (
    <Link key="unit" to="/dashboard/$dataID" params={{ dataID }} className={classes['link'] ?? ''}>
      {words}
    </Link>
  )
  if (trial === null) return own ? t.rich('templates.units.own', { name, unit }) : unit(name)
  const since = formatMoment(Date.parse(trial.startedUTC), timeFormat)
  return trial.startedBy === null
    ? t.rich('templates.units.trial', { name, since, unit })
    : t.rich('templates.units.trial.by', { name, since, by: trial.startedBy, unit })
}
