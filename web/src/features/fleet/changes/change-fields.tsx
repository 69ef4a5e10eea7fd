import { MultiSelect, NativeSelect, Radio, Group, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { mayEdit } from '#shared/alerts/alert-rights.ts'
import { templatesQuery } from '#shared/unit-setup/unit-setup-queries.ts'
import { NumberField } from '#ui/components/number-field.tsx'
import type { ChangeKind } from './change-kinds.ts'
import { allAlertsQuery, allLabelsQuery } from './change-queries.ts'
import type { ChangeValues } from './change-values.ts'

interface FieldsProps {
  values: ChangeValues
  problems: Readonly<Record<string, string>>
  onChange: (values: ChangeValues) => void
}

/** What has to be said of a change besides its kind. */
export function ChangeFields({ kind, ...fields }: FieldsProps & { kind: ChangeKind }) {
  switch (kind) {
    case 'activate':
      return <Text>They can send again from now on.</Text>
    case 'deactivate':
      return <Text>Their connections end, and what they send is refused until they are activated again.</Text>
    case 'template':
      return <TemplateField {...fields} />
    case 'entities':
      return <EntityFields {...fields} />
    case 'labels':
      return <LabelFields {...fields} />
    case 'alert':
      return <AlertField {...fields} />
    default:
      return <RetentionFields {...fields} />
  }
}

function TemplateField({ values, onChange }: FieldsProps) {
  const { data: templates = [] } = useQuery(templatesQuery(useApi()))
  return (
    <NativeSelect
      label="Template"
      description="What the dashboard of a unit shows that has no copy of its own"
      data={[{ value: '', label: 'None' }, ...templates.map(({ id, title }) => ({ value: id, label: title }))]}
      value={values.template}
      onChange={({ currentTarget }) => onChange({ ...values, template: currentTarget.value })}
    />
  )
}

const HOW = [
  { value: 'add', label: 'Add them to these' },
  { value: 'remove', label: 'Take them out of these' },
  { value: 'set', label: 'They belong to these only' },
] as const

function EntityFields({ values, problems, onChange }: FieldsProps) {
  const { entityData } = useMe()
  const entities = Object.entries(entityData).map(([value, { name }]) => ({ value, label: name }))
  return (
    <>
      <Radio.Group
        label="What is done"
        value={values.how}
        onChange={(value) => onChange({ ...values, how: HOW.find((one) => one.value === value)?.value ?? 'add' })}
      >
        <Group gap="md" mt="xs">
          {HOW.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
      <MultiSelect
        label="Entities"
        data={entities}
        value={[...values.entities]}
        error={problems['entities']}
        onChange={(chosen) => onChange({ ...values, entities: chosen })}
      />
    </>
  )
}

function LabelFields({ values, problems, onChange }: FieldsProps) {
  const { entityData } = useMe()
  const { data: labels = [] } = useQuery(allLabelsQuery(useApi()))
  const isOne = Object.keys(entityData).length < 2
  const offered = labels.map(({ labelID, name, entity }) => ({
    value: labelID,
    label: isOne ? name : `${name} (${entityData[entity]?.name ?? ''})`,
  }))
  return (
    <>
      <MultiSelect
        label="Put on"
        searchable
        data={offered}
        value={[...values.add]}
        error={problems['add']}
        onChange={(add) => onChange({ ...values, add })}
      />
      <MultiSelect
        label="Take off"
        searchable
        data={offered}
        value={[...values.remove]}
        error={problems['remove']}
        onChange={(remove) => onChange({ ...values, remove })}
      />
    </>
  )
}

function AlertField({ values, problems, onChange }: FieldsProps) {
  const me = useMe()
  const { data: alerts = [] } = useQuery(allAlertsQuery(useApi()))
  const own = alerts.filter((alert) => mayEdit(alert, me, { all: true }))
  return (
    <Select
      label="Alert"
      description="The units that it watches already stay"
      searchable
      data={own.map(({ id, name, entity }) => ({ value: id, label: `${name} (${me.entityData[entity]?.name ?? ''})` }))}
      value={values.alert === '' ? null : values.alert}
      error={problems['alertID']}
      nothingFoundMessage="No alert that you may change"
      onChange={(alert) => onChange({ ...values, alert: alert ?? '' })}
    />
  )
}

function RetentionFields({ values, problems, onChange }: FieldsProps) {
  return (
    <>
      <Text c="dimmed">
        It counts for all sources of the units, those to come too. What is left empty is kept as long as their entities
        say.
      </Text>
      <NumberField
        label="Days that records are kept"
        inputMode="numeric"
        value={values.rawDays}
        error={problems['rawDays']}
        onChange={(rawDays) => onChange({ ...values, rawDays })}
      />
      <NumberField
        label="Days that summaries are kept"
        inputMode="numeric"
        value={values.summaryDays}
        error={problems['summaryDays']}
        onChange={(summaryDays) => onChange({ ...values, summaryDays })}
      />
    </>
  )
}
