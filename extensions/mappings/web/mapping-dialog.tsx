import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { CapturedMessage, Mapping, StoredMapping } from '../contract/mappings.ts'
import { PRESETS } from '../contract/presets.ts'
import { matchTopic } from '../contract/topic-pattern.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { ChangeDialog } from '@fieldwatch/web/shared/changes/change-dialog.tsx'
import { useChangeForm } from '@fieldwatch/web/shared/changes/use-change-form.ts'
import { useFindNewer } from '@fieldwatch/web/shared/changes/use-find-newer.ts'
import { type MappingValues, problemsOf, readMapping, readOwnZone, valuesOf } from './mapping-form.ts'
import { MappingFields } from './mapping-fields.tsx'
import { MappingPreview } from './mapping-preview.tsx'
import { mappingsQuery, useCreateMapping, useUpdateMapping } from './mapping-queries.ts'
import { MappingSources } from './mapping-sources.tsx'
import { t } from './texts.ts'

interface MappingDialogProps {
  entity: EntityId
  /** As it was when the dialog was opened; undefined adds one. */
  mapping: StoredMapping | undefined
  /** What a new one begins with. */
  draft: { name: string; mapping: Mapping }
  messages: readonly CapturedMessage[]
  onClose: () => void
}

type Opened = Pick<StoredMapping, 'name' | 'mapping'> & Partial<StoredMapping>

const PATTERN_EXAMPLE = '{device}'

/** How messages of a topic become records. */
export function MappingDialog({ entity, mapping: opened, draft, messages, onClose }: MappingDialogProps) {
  const findNewer = useFindNewer()
  const create = useCreateMapping()
  const update = useUpdateMapping()
  const ownZone = readOwnZone()
  const edit = useChangeForm<Opened, MappingValues>({
    thing: opened ?? draft,
    valuesOf: ({ name, mapping }) => valuesOf(name, mapping, ownZone),
    validate: problemsOf,
    readNewer: () =>
      findNewer(
        (api) => mappingsQuery(api, entity),
        (mappings) => mappings.find(({ mappingID }) => mappingID === opened?.mappingID),
        t('mappings.gone'),
      ),
    onNewer: update.reset,
  })
  const { form, base } = edit
  const saving = base.mappingID === undefined ? create : update
  const save = (values: MappingValues): void => {
    const mapping = readMapping(values)
    if (mapping === undefined) return
    const { mappingID, version } = base
    const { name } = values
    if (mappingID === undefined) create.mutate({ entity, name, mapping }, { onSuccess: onClose })
    else update.mutate({ mappingID, version, name, mapping }, { onSuccess: onClose })
  }
  const begin = (id: string): void => {
    const preset = PRESETS.find((one) => one.id === id)
    if (preset === undefined) return
    const { name } = form.values
    form.setValues(valuesOf(name === '' ? preset.name : name, preset.mapping, ownZone))
  }
  const own = messages.filter(({ topic }) => matchTopic(form.values.topic, topic) !== undefined)
  return (
    <ChangeDialog
      title={t('mappings.edit.title')}
      submit={t('mappings.save')}
      size="xl"
      edit={edit}
      saving={saving}
      onSave={save}
      onClose={onClose}
    >
      <NativeSelect
        label={t('mappings.preset')}
        data={[
          { value: '', label: t('mappings.preset.none') },
          ...PRESETS.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        defaultValue={PRESETS.find(({ mapping }) => opened === undefined && mapping === draft.mapping)?.id ?? ''}
        onChange={({ currentTarget }) => begin(currentTarget.value)}
      />
      <TextInput label={t('mappings.name')} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('mappings.topic')}
        description={t('mappings.topic.help', { example: PATTERN_EXAMPLE })}
        required
        autoComplete="off"
        {...form.getInputProps('topic')}
      />
      <MappingFields form={form} messages={own} />
      <MappingSources form={form} messages={own} />
      <MappingPreview mapping={readMapping(form.values)} messages={own} />
    </ChangeDialog>
  )
}
