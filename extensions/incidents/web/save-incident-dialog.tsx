import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_INCIDENT_UNITS } from '../contract/incident-facts.ts'
import { type Incident, type IncidentSeverity, LONGEST_INCIDENT_TITLE } from '../contract/incidents.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { MultiSelect, NativeSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import type { ReplayView } from '@fieldwatch/web/shared/moment/replay-address.ts'
import { unitNamesQuery } from '@fieldwatch/web/shared/units/unit-names-query.ts'
import { FormDialog } from '@fieldwatch/web/ui/components/form-dialog.tsx'
import { useUnsaved } from '@fieldwatch/web/ui/components/unsaved-context.tsx'
import { FieldsChoice, fieldOfKey } from './fields-choice.tsx'
import { severityChoices, titleProblem } from './incident-form.ts'
import { useCreateIncident } from './incident-queries.ts'
import { t } from './texts.ts'

interface SaveIncidentDialogProps {
  view: ReplayView
  /** The units that are shown, those with changes in the range first. */
  dataIds: readonly DataId[]
  onSaved: (incident: Incident) => void
  onClose: () => void
}

interface Values {
  readonly title: string
  readonly severity: IncidentSeverity
  readonly entity: EntityId
  readonly units: string[]
  readonly fields: string[]
}

/** Keeps the range of a replay as an incident, with what happened to some units in it. */
export function SaveIncidentDialog({ view, dataIds, onSaved, onClose }: SaveIncidentDialogProps) {
  const { entity, entityData, timeFormat } = useMe()
  const create = useCreateIncident()
  const form = useForm<Values>({
    initialValues: {
      title: '',
      severity: 'minor',
      entity,
      units: dataIds.slice(0, MOST_INCIDENT_UNITS),
      fields: [],
    },
    validate: {
      title: (title) => titleProblem(title),
      units: (units) => (units.length === 0 ? t('incidents.problem.units') : undefined),
    },
  })
  useUnsaved(form.isDirty() && !create.isSuccess)
  const { data: names = [] } = useQuery(unitNamesQuery(useApi()))
  const shown = new Set<string>(dataIds)
  const units = names
    .filter(({ id }) => shown.has(id))
    .map(({ id, friendlyName }) => ({ value: id, label: friendlyName }))
  const named = new Set<string>(units.map(({ value }) => value))
  const unnamed = dataIds.filter((dataId) => !named.has(dataId)).map((value) => ({ value, label: value }))
  const entities = Object.entries(entityData).map(([value, { name }]) => ({ value, label: name }))
  const { range } = view

  function save(values: Values): void {
    const body = {
      title: values.title,
      severity: values.severity,
      entity: values.entity,
      from: new Date(Math.floor(range.from)).toISOString(),
      to: new Date(Math.ceil(range.to)).toISOString(),
      moment: new Date(Math.round(view.at)).toISOString(),
      known: view.known,
      dataIDs: values.units as DataId[],
      fields: values.fields.map(fieldOfKey),
    }
    create.mutate(body, { onSuccess: onSaved })
  }

  return (
    <FormDialog
      title={t('incidents.save.title')}
      submit={t('incidents.save')}
      busy={create.isPending}
      failure={create.error}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <Text>
        {t('incidents.save.range', {
          from: formatMoment(range.from, timeFormat),
          to: formatMoment(range.to, timeFormat),
        })}
      </Text>
      <TextInput
        label={t('incidents.form.title')}
        placeholder={t('incidents.form.title.example')}
        required
        maxLength={LONGEST_INCIDENT_TITLE}
        dir="auto"
        data-autofocus
        {...form.getInputProps('title')}
      />
      <NativeSelect label={t('incidents.severity')} data={severityChoices()} {...form.getInputProps('severity')} />
      {entities.length < 2 ? undefined : (
        <NativeSelect
          label={t('incidents.form.entity')}
          description={t('incidents.form.entity.help')}
          data={entities}
          {...form.getInputProps('entity')}
        />
      )}
      <MultiSelect
        label={t('incidents.form.units')}
        description={
          dataIds.length > MOST_INCIDENT_UNITS
            ? t('incidents.form.units.cut', { shown: dataIds.length, most: MOST_INCIDENT_UNITS })
            : undefined
        }
        required
        searchable
        hidePickedOptions
        maxValues={MOST_INCIDENT_UNITS}
        maxDropdownHeight="12rem"
        data={[...units, ...unnamed]}
        {...form.getInputProps('units')}
      />
      <FieldsChoice
        dataIds={form.values.units as DataId[]}
        value={form.values.fields}
        onChange={(fields) => form.setFieldValue('fields', fields)}
      />
      <Text size="sm" c="dimmed">
        {t('incidents.save.help')}
      </Text>
    </FormDialog>
  )
}
