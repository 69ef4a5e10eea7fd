import type { ListedTemplate } from '@fieldwatch/contract/templates/template-gallery'
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { templateUnitsQuery, useTryTemplate, versionsQuery } from '#shared/templates/template-queries.ts'
import { UnitPicker } from '#shared/units/unit-picker.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'

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
  const first = units?.[0]
  const dataID = chosen === '' ? first?.dataID : chosen
  return (
    <FormDialog
      title={`Try on one device: ${template.title}`}
      submit="Try"
      busy={begin.isPending}
      disabled={dataID === undefined}
      failure={begin.error === null ? undefined : { text: begin.error.message }}
      onSubmit={(event) => {
        event.preventDefault()
        if (dataID === undefined) return
        const onSuccess = (): void => {
          onClose()
          void navigate({ to: '/dashboard/$dataID', params: { dataID } })
        }
        begin.mutate({ dataID, ...wantedOf(what) }, { onSuccess })
      }}
      onClose={onClose}
    >
      <Text size="sm">
        One device gets a copy, which you change and look at there. Then you use it for all devices with this template,
        or give it up.
      </Text>
      <UnitPicker
        label="Device"
        template={template.id}
        value={dataID ?? ''}
        name={first?.friendlyName}
        error={units !== undefined && first === undefined ? NONE_LEFT : undefined}
        onChange={setChosen}
      />
      <NativeSelect
        label="What it tries"
        data={[
          { value: '', label: 'This template, to be changed there' },
          {
            group: 'A former version',
            items: versions.slice(1).map(({ version }) => ({ value: `of:${version}`, label: `Version ${version}` })),
          },
          {
            group: 'Another template',
            items: templates
              .filter(({ id }) => id !== template.id)
              .map(({ id, title }) => ({ value: `id:${id}`, label: title })),
          },
        ]}
        value={what}
        onChange={({ currentTarget }) => setWhat(currentTarget.value)}
      />
    </FormDialog>
  )
}

const NONE_LEFT = 'All devices with this template show a copy of their own.'

function wantedOf(what: string): { of?: number; templateID?: string } {
  if (what.startsWith('of:')) return { of: Number(what.slice(3)) }
  return what.startsWith('id:') ? { templateID: what.slice(3) } : {}
}
