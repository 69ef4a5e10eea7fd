import type { DataId } from '@fieldwatch/contract/api/ids'
import type { ListedTemplate } from '@fieldwatch/contract/templates/template-gallery'
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { templateUnitsQuery, useTryTemplate, versionQuery, versionsQuery } from '#shared/templates/template-queries.ts'
import { useTitleConsequences } from '#shared/templates/use-title-consequences.tsx'
import { templateQuery } from '#shared/units/unit-queries.ts'
import { UnitPicker } from '#shared/units/unit-picker.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { t } from './texts.ts'

interface TryTemplateDialogProps {
  template: ListedTemplate
  templates: readonly ListedTemplate[]
  onClose: () => void
}

/** Has one unit try something in place of a shared template. */
export function TryTemplateDialog({ template, templates, onClose }: TryTemplateDialogProps) {
  const api = useApi()
  const navigate = useNavigate()
  const units = useQuery(templateUnitsQuery(api, template.id)).data?.units.filter(({ own }) => !own)
  const versions = useQuery(versionsQuery(api, template.id)).data ?? []
  const begin = useTryTemplate()
  const [chosen, setChosen] = useState('')
  const [what, setWhat] = useState('')
  const wanted = wantedOf(what)
  const first = units?.[0]
  const dataID = chosen === '' ? first?.dataID : (chosen as DataId)
  const shared = useQuery(versionQuery(api, template.id, template.version)).data
  const former = useQuery(versionQuery(api, template.id, wanted.of)).data
  const other = useQuery(templateQuery(api, wanted.templateID)).data ?? undefined
  const tried = wanted.of === undefined ? (wanted.templateID === undefined ? shared : other) : former
  const { ready, list } = useTitleConsequences(
    shared && tried && dataID && { before: shared, after: tried, dataID, onlyThisUnit: true },
  )
  return (
    <FormDialog
      title={t('templates.try.title', { title: template.title })}
      submit={t('templates.try.submit')}
      busy={begin.isPending}
      disabled={dataID === undefined || !ready}
      failure={begin.error}
      onSubmit={() => {
        if (dataID === undefined) return
        const onSuccess = (): void => {
          onClose()
          void navigate({ to: '/dashboard/$dataID', params: { dataID } })
        }
        begin.mutate({ dataID, ...wanted }, { onSuccess })
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('templates.try.help')}</Text>
      <UnitPicker
        label={t('templates.try.unit')}
        template={template.id}
        value={dataID ?? ''}
        name={first?.friendlyName}
        error={units !== undefined && first === undefined ? t('templates.try.unit.none') : undefined}
        onChange={setChosen}
      />
      <NativeSelect
        label={t('templates.try.what')}
        data={[
          { value: '', label: t('templates.try.what.this') },
          {
            group: t('templates.try.what.version'),
            items: versions
              .slice(1)
              .map(({ version }) => ({ value: `of:${version}`, label: t('templates.version', { version }) })),
          },
          {
            group: t('templates.try.what.other'),
            items: templates
              .filter(({ id }) => id !== template.id)
              .map(({ id, title }) => ({ value: `id:${id}`, label: title })),
          },
        ]}
        value={what}
        onChange={({ currentTarget }) => setWhat(currentTarget.value)}
      />
      {list}
    </FormDialog>
  )
}

function wantedOf(what: string): { of?: number; templateID?: string } {
  if (what.startsWith('of:')) return { of: Number(what.slice(3)) }
  return what.startsWith('id:') ? { templateID: what.slice(3) } : {}
}
