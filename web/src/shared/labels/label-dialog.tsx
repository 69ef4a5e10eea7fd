import type { EntityId } from '@fieldwatch/contract/api/ids'
import { LABEL_COLOURS, LONGEST_LABEL } from '@fieldwatch/contract/units/label-limits'
import type { Label } from '@fieldwatch/contract/units/labels'
import { Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import { hasCode } from '#platform/api/api-error.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { ChangeDialog } from '#shared/changes/change-dialog.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { useFindNewer } from '#shared/changes/use-find-newer.ts'
import { LabelChip } from './label-chip.tsx'
import { labelsQuery, useCreateLabel, useUpdateLabel } from './label-queries.ts'
import { t } from './texts.ts'

interface LabelDialogProps {
  /** As it was when the dialog was opened; undefined adds one. */
  label: Label | undefined
  onClose: () => void
}

type Values = Pick<Label, 'name' | 'colour' | 'entity'>

/** The name and the colour of a label. */
export function LabelDialog({ label: opened, onClose }: LabelDialogProps) {
  const me = useMe()
  const findNewer = useFindNewer()
  const create = useCreateLabel()
  const update = useUpdateLabel()
  const edit = useChangeForm<Label | undefined, Values>({
    thing: opened,
    valuesOf: (label) => ({
      name: label?.name ?? '',
      colour: label?.colour ?? 'blue',
      entity: label?.entity ?? me.entity,
    }),
    ids: { entity: 'entity' },
    validate: ({ name }): Record<string, string> => (name.trim() === '' ? { name: t('labels.name.missing') } : {}),
    readNewer: () =>
      findNewer(labelsQuery, (labels) => labels.find(({ labelID }) => labelID === opened?.labelID), t('labels.gone')),
    onNewer: update.reset,
  })
  const { form, base } = edit
  const saving = base === undefined ? create : update
  const onError = (problem: Error): void => {
    if (hasCode(problem, 'label/name-taken')) form.setErrors({ name: problem.message })
  }
  const save = (values: Values): void => {
    if (base === undefined) create.mutate(values, { onSuccess: onClose, onError })
    else {
      const { name, colour } = edit.changed(values)
      const { labelID, version } = base
      const changes = { ...(name === undefined ? {} : { name }), ...(colour === undefined ? {} : { colour }) }
      update.mutate({ labelID, version, ...changes }, { onSuccess: onClose, onError })
    }
  }
  const entities = Object.entries(me.entityData).map(([value, { name }]) => ({ value, label: name }))
  return (
    <ChangeDialog
      title={opened === undefined ? t('labels.add.title') : t('labels.edit.title')}
      submit={opened === undefined ? t('labels.add') : t('labels.save')}
      edit={edit}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      <TextInput
        label={t('labels.name')}
        placeholder={t('labels.name.example')}
        required
        maxLength={LONGEST_LABEL}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group label={t('labels.colour')} {...form.getInputProps('colour')}>
        <Group gap="sm" mt="xs">
          {LABEL_COLOURS.map((colour) => (
            <Radio
              key={colour}
              value={colour}
              label={<LabelChip label={{ name: t(`labels.colour.${colour}`), colour }} />}
            />
          ))}
        </Group>
      </Radio.Group>
      {opened === undefined && entities.length > 1 ? (
        <NativeSelect
          label={t('labels.entity')}
          description={t('labels.entity.help')}
          data={entities}
          value={form.values.entity}
          onChange={({ currentTarget }) => form.setFieldValue('entity', currentTarget.value as EntityId)}
        />
      ) : undefined}
    </ChangeDialog>
  )
}
