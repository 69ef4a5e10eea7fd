import type { EventTable } from '@fieldwatch/contract/events/events'
import { Alert } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { ChangeDialog } from '#shared/changes/change-dialog.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { ChangeConsequences } from '#shared/consequences/consequences.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { dataOptionsQuery } from '#shared/units/data-options-query.ts'
import { IconAlertCircle } from '#ui/icons/sign-in-icons.ts'
import { EventFields, NO_SOURCES } from './event-fields.tsx'
import { type EventForm, eventChangeOf, eventProblems, formOfTable } from './event-form.ts'
import { fetchEventTable, useChangeEvent } from './event-queries.ts'
import { t } from './texts.ts'

interface EditEventDialogProps {
  table: EventTable
  onClose: () => void
}

/** Changes by what an event table finds events. */
export function EditEventDialog({ table, onClose }: EditEventDialogProps) {
  const { unit } = useUnit()
  const { timeFormat } = useMe()
  const api = useApi()
  const client = useQueryClient()
  const sources = useQuery(dataOptionsQuery(api, unit.dataID)).data ?? NO_SOURCES
  const change = useChangeEvent(unit.dataID, table.name)
  const edit = useChangeForm<EventTable, EventForm>({
    thing: table,
    valuesOf: formOfTable,
    validate: (values) => eventProblems(values, sources, timeFormat),
    readNewer: () => fetchEventTable(client, api, { dataId: unit.dataID, name: table.name }),
    onNewer: change.reset,
  })

  return (
    <ChangeDialog
      title={t('events.edit', { title: table.title })}
      submit={t('events.save')}
      edit={edit}
      saving={change}
      failureOf={({ message }) => ({ text: t('events.failed.change'), advice: message })}
      onSave={(values) => change.mutate(eventChangeOf(values, edit.base), { onSuccess: onClose })}
      onClose={onClose}
    >
      <Alert variant="outline" color="gray" role="note" icon={<IconAlertCircle />} p="sm">
        {t('events.edit.help', { unit: unit.friendlyName })}
      </Alert>
      <EventFields form={edit.form} />
      <ChangeConsequences change={{ kind: 'event-table-changed', dataID: unit.dataID, event: table.name }} />
    </ChangeDialog>
  )
}
