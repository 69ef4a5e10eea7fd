import { TabFrame } from '../tab-frame.tsx'
import { type ListedTemplate, TemplateFile } from '@fieldwatch/contract/templates/template-gallery'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { addedTemplateTasks } from '#platform/extensions/web-extension.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { galleryQuery } from '#shared/templates/template-queries.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { IconPlus } from '#ui/icons/icons.ts'
import type { RowAction } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { isAdmin } from '../people/user-policy.ts'
import { TemplateDialogs, type TemplateTask } from './template-dialogs.tsx'
import { columnsOf } from './template-columns.tsx'
import { getTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { Api } from '#platform/api/call.ts'
import { saveFile } from '#shared/downloads/save-file.ts'
import { ALERTS_ONLY } from '@fieldwatch/contract/api/live-addresses'
import { type Throttle, createThrottle } from '#platform/live/throttle.ts'
import { useLiveDocuments } from '#platform/live/live-context.ts'
import { GALLERY_KEY } from '#shared/units/template-keys.ts'
import { t } from './texts.ts'

/** So that not each key asks the server. */
const SETTLE_MS = 300

const idOf = ({ id }: ListedTemplate): string => id
const titleOf = ({ title }: ListedTemplate): string => title

/** All shared templates in reach, and what is done with them as a whole. */
export function TemplatesTab() {
  const api = useApi()
  const me = useMe()
  useLiveGallery()
  const admin = isAdmin(me)
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), SETTLE_MS)
  const { data, error, refetch } = useQuery(galleryQuery(api, settled))
  const [task, start] = useState<TemplateTask>()
  const exporting = useMutation({ mutationFn: (template: ListedTemplate) => exportTemplate(api, template) })
  const { timeFormat, entityData } = me
  const columns = useMemo(
    () => columnsOf({ entityData, timeFormat, onUnits: (template) => start({ kind: 'units', template }) }),
    [entityData, timeFormat],
  )
  const actions = (template: ListedTemplate): RowAction[] => [
    { label: t('templates.versions'), onSelect: () => start({ kind: 'versions', template }) },
    { label: t('templates.units'), onSelect: () => start({ kind: 'units', template }) },
    ...(admin
      ? [
          {
            label: t('templates.try'),
            disabled: template.units === 0,
            onSelect: () => start({ kind: 'try', template }),
          },
          { label: t('templates.copy'), onSelect: () => start({ kind: 'copy', template }) },
        ]
      : []),
    ...(template.editable
      ? [{ label: t('templates.rename'), onSelect: () => start({ kind: 'rename', template }) }]
      : []),
    ...(admin && template.editable
      ? addedTemplateTasks(me).map(({ label, Dialog }) => ({
          label: label(),
          onSelect: () => start({ kind: 'added', Dialog, template }),
        }))
      : []),
    { label: t('templates.export'), onSelect: () => exporting.mutate(template) },
    ...(admin
      ? [{ label: t('templates.delete'), danger: true, onSelect: () => start({ kind: 'delete', template }) }]
      : []),
  ]
  return (
    <TabFrame
      title={t('templates.title')}
      tools={
        admin ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => start({ kind: 'import' })}>
              {t('templates.import')}
            </Button>
            <Button leftSection={<IconPlus size="1rem" aria-hidden="true" />} onClick={() => start({ kind: 'create' })}>
              {t('templates.add')}
            </Button>
          </Group>
        ) : undefined
      }
      help={t('templates.help')}
    >
      {exporting.isError ? (
        <FormFailure text={t('templates.export.failed')} advice={exporting.error.message} />
      ) : undefined}
      <TextInput
        type="search"
        aria-label={t('templates.search')}
        placeholder={t('templates.search.example')}
        maxLength={100}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {error !== null && data === undefined ? (
        <LoadFailure title={t('templates.failed')} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('templates.title')}
          columns={columns}
          rows={data?.templates}
          rowId={idOf}
          rowLabel={titleOf}
          actions={actions}
          initialSort={{ column: 'title', direction: 'asc' }}
          emptyText={settled === '' ? t('templates.none') : t('templates.search.none')}
        />
      )}
      {data !== undefined && data.total > data.templates.length ? (
        <Text>{t('templates.search.first', { count: data.templates.length })}</Text>
      ) : undefined}
      <TemplateDialogs task={task} templates={data?.templates ?? []} onClose={() => start(undefined)} />
    </TabFrame>
  )
}

/** Saves a template as a file that can be imported here or elsewhere. */
async function exportTemplate(api: Api, { id, title }: Pick<ListedTemplate, 'id' | 'title'>): Promise<void> {
  const { details } = await api.call(getTemplate, { params: { id } })
  const template = TemplateDefinition.strip().parse(details)
  const file = TemplateFile.parse({ format: 'fieldwatch-template', formatVersion: 1, template })
  saveFile(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), fileNameOf(title))
}

/** The title as the name of a file, without what file systems do not take. */
export function fileNameOf(title: string): string {
  const words = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  return `${words.slice(0, 80).toWellFormed() || 'template'}.fieldwatch-template.json`
}

/** However much changes, templates are read again no more often than this. */
const PAUSE_MS = 500

/** Keeps what is shown of shared templates as it is now, on a page that watches no units. */
export function useLiveGallery(): void {
  const client = useQueryClient()
  const throttle = useRef<Throttle>(undefined)
  useEffect(() => {
    const made = createThrottle(() => client.invalidateQueries({ queryKey: GALLERY_KEY }), PAUSE_MS)
    throttle.current = made
    return made.stop
  }, [client])
  const ask = (): void => throttle.current?.ask()
  useLiveDocuments(ALERTS_ONLY, { templates: ask, opened: ask })
}
