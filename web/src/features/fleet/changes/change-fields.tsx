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
import { t } from '../jobs/texts.ts'

interface FieldsProps {
  values: ChangeValues
  problems: Readonly<Record<string, string>>
  onChange: (values: ChangeValues) => void
}

/** What has to be said of a change besides its kind. */
export function ChangeFields({ kind, ...fields }: FieldsProps & { kind: ChangeKind }) {
  switch (kind) {
    case 'activate':
      return <Text>{t('many-units.change.activate.help')}</Text>
    case 'deactivate':
      return <Text>{t('many-units.change.deactivate.help')}</Text>
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
      label={t('many-units.template')}
      description={t('many-units.template.help')}
      data={[
        { value: '', label: t('many-units.template.none') },
        ...templates.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      value={values.template}
      onChange={({ currentTarget }) => onChange({ ...values, template: currentTarget.value })}
    />
  )
}

const HOW = ['add', 'remove', 'set'] as const

function EntityFields({ values, problems, onChange }: FieldsProps) {
  const { entityData } = useMe()
  const entities = Object.entries(entityData).map(([value, { name }]) => ({ value, label: name }))
  return (
    <>
      <Radio.Group
        label={t('many-units.entities.change')}
        value={values.how}
        onChange={(value) => onChange({ ...values, how: HOW.find((how) => how === value) ?? 'add' })}
      >
        <Group gap="md" mt="xs">
          {HOW.map((how) => (
            <Radio key={how} value={how} label={t(`many-units.entities.${how}`)} />
          ))}
        </Group>
      </Radio.Group>
      <MultiSelect
        label={t('many-units.entities')}
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
        label={t('many-units.labels.add')}
        searchable
        data={offered}
        value={[...values.add]}
        error={problems['add']}
        onChange={(add) => onChange({ ...values, add })}
      />
      <MultiSelect
        label={t('many-units.labels.remove')}
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
      label={t('many-units.alert')}
      description={t('many-units.alert.help')}
      searchable
      data={own.map(({ id, name, entity }) => ({ value: id, label: `${name} (${me.entityData[entity]?.name ?? ''})` }))}
      value={values.alert === '' ? null : values.alert}
      error={problems['alertID']}
      nothingFoundMessage={t('many-units.alert.none')}
      onChange={(alert) => onChange({ ...values, alert: alert ?? '' })}
    />
  )
}

function RetentionFields({ values, problems, onChange }: FieldsProps) {
  return (
    <>
      <Text c="dimmed">{t('many-units.retention.help')}</Text>
      <NumberField
        label={t('many-units.retention.records')}
        inputMode="numeric"
        value={values.rawDays}
        error={problems['rawDays']}
        onChange={(rawDays) => onChange({ ...values, rawDays })}
      />
      <NumberField
        label={t('many-units.retention.summaries')}
        inputMode="numeric"
        value={values.summaryDays}
        error={problems['summaryDays']}
        onChange={(summaryDays) => onChange({ ...values, summaryDays })}
      />
    </>
  )
}
