import { refusedFields } from '#ui/components/field-failures.ts'
import { EntitySelect } from '#shared/users/entity-select.tsx'
import { TEMPLATE_FILE_MAX } from '@fieldwatch/contract/templates/template-limits'
import type { TemplateFile } from '@fieldwatch/contract/templates/template-gallery'
import { FileInput, List, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { useImportTemplate } from '#shared/templates/template-queries.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { entityOptions } from '../people/entity-options.ts'
import { t } from './texts.ts'

const MEGABYTES = TEMPLATE_FILE_MAX / 1_000_000

/** Adds a template from a file. */
export function ImportTemplateDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const bring = useImportTemplate()
  const [chosen, setChosen] = useState<File | null>(null)
  const [read, setRead] = useState<ReadFile>()
  const [title, setTitle] = useState('')
  const [entity, setEntity] = useState(me.entity)
  useUnsaved(chosen !== null && !bring.isSuccess)

  async function choose(file: File | null): Promise<void> {
    setChosen(file)
    setRead(undefined)
    bring.reset()
    if (file === null) return
    const found = await readTemplateFile(file)
    setRead(found)
    setTitle(found.title ?? '')
  }

  const { error } = bring
  const { title: titleProblem, ...others } = refusedFields(error)
  const places = Object.entries(others)
  return (
    <FormDialog
      title={t('templates.import.title')}
      submit={t('templates.import')}
      busy={bring.isPending}
      disabled={read?.content === undefined}
      failure={
        error === null || titleProblem !== undefined
          ? undefined
          : { text: t('templates.import.failed'), advice: error.message }
      }
      onSubmit={() => {
        if (read?.content === undefined) return
        // The server judges what is in the file.
        const file = read.content as TemplateFile
        bring.mutate({ entity, file, ...(title.trim() === '' ? {} : { title }) }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <FileInput
        label={t('templates.import.file')}
        description={t('templates.import.file.help', { megabytes: MEGABYTES })}
        placeholder={t('templates.import.file.choose')}
        accept="application/json,.json"
        value={chosen}
        error={read?.problem}
        onChange={(file) => void choose(file)}
      />
      {read?.content === undefined ? undefined : (
        <>
          <TextInput
            label={t('templates.name')}
            maxLength={200}
            value={title}
            error={titleProblem}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <EntitySelect label={t('templates.entity')} options={entityOptions(me)} value={entity} onChange={setEntity} />
        </>
      )}
      {places.length === 0 ? undefined : (
        <List size="sm">
          {places.slice(0, 5).map(([place, sentence]) => (
            <List.Item key={place}>
              {t('templates.import.problem', { place: placeText(place), problem: sentence })}
            </List.Item>
          ))}
          {places.length > 5 ? <Text size="sm">{t('templates.more', { count: places.length - 5 })}</Text> : undefined}
        </List>
      )}
    </FormDialog>
  )
}

/** Where in the file it is: `file.template.overview.gauges.0` reads `overview › gauges › 1`. */
function placeText(path: string): string {
  const parts = path.split('.').filter((part) => part !== 'file' && part !== 'template')
  return parts.length === 0
    ? t('templates.import.file')
    : parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part)).join(' › ')
}

interface ReadFile {
  /** What is in it; undefined when it cannot be sent. */
  readonly content?: object
  /** The name of the template in it. */
  readonly title?: string
  readonly problem?: string
}

/** Reads a file with a template. What is in it the server judges. */
async function readTemplateFile(file: File): Promise<ReadFile> {
  if (file.size > TEMPLATE_FILE_MAX) return { problem: t('templates.import.file.large', { megabytes: MEGABYTES }) }
  try {
    const content: unknown = JSON.parse(await file.text())
    if (typeof content !== 'object' || content === null || !('template' in content)) {
      return { problem: t('templates.import.file.other') }
    }
    const { template } = content
    const title = typeof template === 'object' && template !== null && 'title' in template ? template.title : undefined
    return { content, ...(typeof title === 'string' ? { title } : {}) }
  } catch {
    return { problem: t('templates.import.file.broken') }
  }
}
