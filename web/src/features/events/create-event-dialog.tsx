import { VALUE_OPERATORS } from '@fieldwatch/contract/conditions'
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { valueChoices } from '#shared/calculations/calculation-form.ts'
import { StartField } from '#shared/calculations/start-field.tsx'
import { useUnit } from '#shared/units/unit-context.ts'
import { dataOptionsQuery } from '#shared/units/data-options-query.ts'
import { fieldChoices, sourceChoices, type UnitSources } from '#shared/widget-settings/source-choices.ts'
import { fieldFailures } from '#ui/components/field-failures.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { emptyEventForm, eventDraftOf, type EventForm, eventProblems } from './event-form.ts'
import { type CreatedEvent, useCreateEvent } from './event-queries.ts'
import classes from './events.module.css'

interface CreateEventDialogProps {
  onCreated: (created: CreatedEvent) => void
  onClose: () => void
}

const NO_SOURCES: UnitSources = {}

/** The form of a new event table (specification, document 2, sections 2.1 and 5). */
export function CreateEventDialog({ onCreated, onClose }: CreateEventDialogProps) {
  const { unit } = useUnit()
  const { timeFormat } = useMe()
  const options = useQuery(dataOptionsQuery(useApi(), unit.dataID))
  const sources = options.data ?? NO_SOURCES
  const create = useCreateEvent(unit.dataID)
  const [empty] = useState(() => emptyEventForm(Date.now()))
  const form = useForm<EventForm>({
    initialValues: empty,
    validate: (values) => eventProblems(values, sources, timeFormat),
  })
  useUnsaved(form.isDirty())
  const { source } = form.values
  const hasNumbers = sourceChoices(sources, { numeric: true, chosen: '' }).length > 0

  function save(values: EventForm): void {
    create.mutate(eventDraftOf(values), {
      onSuccess: onCreated,
      onError: (error) => form.setErrors(fieldFailures(error, FIELDS)),
    })
  }

  return (
    <FormDialog
      title="Create Event"
      submit="Create"
      busy={create.isPending}
      failure={
        create.error === null ? undefined : { text: 'Failed to create the event.', advice: create.error.message }
      }
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <div className={classes['pair']}>
        <NativeSelect
          label="Source"
          required
          data={[CHOOSE, ...sourceChoices(sources, { numeric: true, chosen: source })]}
          disabled={options.isPending}
          description={noteOf(options, hasNumbers)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('source')}
          onChange={({ currentTarget }) => {
            form.setFieldValue('source', currentTarget.value)
            form.setFieldValue('field', '')
          }}
        />
        <NativeSelect
          label="Value field"
          required
          data={[CHOOSE, ...fieldChoices(sources, source, { numeric: true, chosen: '' })]}
          disabled={source === ''}
          {...form.getInputProps('field')}
        />
        <NativeSelect
          label="Operation"
          required
          data={[CHOOSE, ...VALUE_OPERATORS]}
          {...form.getInputProps('operation')}
        />
        <TextInput
          label="Constant"
          required
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('constant')}
        />
      </div>
      <StartField
        value={form.values.startDate}
        error={form.errors['startDate']}
        nothing="there are no events"
        onChange={(startDate) => form.setFieldValue('startDate', startDate)}
      />
      <MultiSelect
        label="Columns"
        description="Further values of each event: at its start, and their least, greatest and mean over it"
        searchable
        hidePickedOptions
        data={valueChoices(sources, undefined)}
        disabled={options.isPending}
        placeholder={form.values.values.length === 0 ? 'None' : ''}
        nothingFoundMessage="Nothing found"
        // Below it is the button, which it would cover.
        comboboxProps={{ keepMounted: false, position: 'top' }}
        {...form.getInputProps('values')}
        value={[...form.values.values]}
      />
    </FormDialog>
  )
}

const CHOOSE = { value: '', label: 'Choose…' }

/** What the portal refuses of a single field. */
const FIELDS = { 'event/name-taken': 'name' } as const

function noteOf({ isError, isPending }: { isError: boolean; isPending: boolean }, hasNumbers: boolean): string {
  if (isError) return 'The values of this unit could not be read.'
  return hasNumbers || isPending ? '' : 'This unit has not sent any numbers yet.'
}
