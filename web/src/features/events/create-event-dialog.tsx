import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { dataOptionsQuery } from '#shared/units/data-options-query.ts'
import { fieldFailures } from '#ui/components/field-failures.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { EventFields, NO_SOURCES } from './event-fields.tsx'
import { emptyEventForm, eventDraftOf, type EventForm, eventProblems } from './event-form.ts'
import { type CreatedEvent, useCreateEvent } from './event-queries.ts'
import { t } from './texts.ts'

interface CreateEventDialogProps {
  onCreated: (created: CreatedEvent) => void
  onClose: () => void
}

/** The form of a new event table (specification, document 2, sections 2.1 and 5). */
export function CreateEventDialog({ onCreated, onClose }: CreateEventDialogProps) {
  const { unit } = useUnit()
  const { timeFormat } = useMe()
  const sources = useQuery(dataOptionsQuery(useApi(), unit.dataID)).data ?? NO_SOURCES
  const create = useCreateEvent(unit.dataID)
  const [empty] = useState(() => emptyEventForm(portalNow()))
  const form = useForm<EventForm>({
    initialValues: empty,
    validate: (values) => eventProblems(values, sources, timeFormat),
  })
  useUnsaved(form.isDirty())

  function save(values: EventForm): void {
    create.mutate(eventDraftOf(values), {
      onSuccess: onCreated,
      onError: (error) => form.setErrors(fieldFailures(error, FIELDS)),
    })
  }

  return (
    <FormDialog
      title={t('events.create.title')}
      submit={t('events.create')}
      busy={create.isPending}
      failure={create.error === null ? undefined : { text: t('events.failed.create'), advice: create.error.message }}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <TextInput label={t('events.field.name')} required data-autofocus {...form.getInputProps('name')} />
      <EventFields form={form} />
    </FormDialog>
  )
}

/** What the portal refuses of a single field. */
const FIELDS = { 'event/name-taken': 'name' } as const
