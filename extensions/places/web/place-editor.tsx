import { EntitySelect } from '@fieldwatch/web/shared/users/entity-select.tsx'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { hasRadius } from '@fieldwatch/contract/places/place-geometry'
import { problemOfShape } from '@fieldwatch/contract/places/place-problems'
import { LONGEST_PLACE_NAME, type Place } from '@fieldwatch/contract/places/places'
import { LABEL_COLOURS } from '@fieldwatch/contract/units/label-limits'
import { Autocomplete, Button, Group, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { writeSentence } from '@fieldwatch/web/platform/texts/write-sentence.ts'
import { ChangeFailure } from '@fieldwatch/web/shared/changes/change-failure.tsx'
import { ChangeConsequences } from '@fieldwatch/web/shared/consequences/consequences.tsx'
import { useChangeForm } from '@fieldwatch/web/shared/changes/use-change-form.ts'
import { LabelChip } from '@fieldwatch/web/shared/labels/label-chip.tsx'
import { placesQuery } from '@fieldwatch/web/shared/places/place-queries.ts'
import { useChangePlace, useCreatePlace } from './place-queries.ts'
import { t } from './texts.ts'
import { NumberField } from '@fieldwatch/web/ui/components/number-field.tsx'
import { useUnsaved } from '@fieldwatch/web/ui/components/unsaved-context.tsx'
import { CornerFields } from './corner-fields.tsx'
import { changeKind, draftOf, geometryOf, PLACE_KINDS, type PlaceDraft } from './place-draft.ts'
import classes from './places-page.module.css'

interface PlaceEditorProps {
  /** As it was when the editor was opened; undefined: a new one. */
  place: Place | undefined
  /** Groups that other places have. */
  groups: readonly string[]
  draft: PlaceDraft
  /** Where the map is, for a corner that is added by the keyboard. */
  centre: () => readonly [longitude: number, latitude: number]
  onDraft: (draft: PlaceDraft) => void
  onColour: (colour: Place['colour']) => void
  onClose: (saved?: Place) => void
}

interface Values {
  name: string
  group: string
  colour: Place['colour'] | ''
  entity: EntityId
}

/** The form of a place beside the map on which it is drawn. */
export function PlaceEditor({ place: opened, groups, draft, centre, onDraft, onColour, onClose }: PlaceEditorProps) {
  const me = useMe()
  const api = useApi()
  const client = useQueryClient()
  const create = useCreatePlace()
  const change = useChangePlace()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const edit = useChangeForm<Place | undefined, Values>({
    thing: opened,
    valuesOf: (place) => ({
      name: place?.name ?? '',
      group: place?.group ?? '',
      colour: place?.colour ?? '',
      entity: place?.entity ?? me.entity,
    }),
    ids: { entity: 'entity' },
    validate: ({ name }): Record<string, string> => (name.trim() === '' ? { name: t('places.name.missing') } : {}),
    readNewer: async () => {
      const places = await client.fetchQuery({ ...placesQuery(api), staleTime: 0 })
      const found = places.find(({ placeID }) => placeID === opened?.placeID)
      if (found === undefined) throw new Error(t('places.gone'))
      return found
    },
    onNewer: (newer) => {
      change.reset()
      // What was not drawn is as the newer version has it.
      if (!isDrawn && newer !== undefined) onDraft(draftOf(newer))
    },
  })
  const { form, base } = edit
  const saving = base === undefined ? create : change
  const error = edit.loadError ?? saving.error
  const geometry = geometryOf(draft)
  const radius = draft.kind === 'area' ? null : draft.radius
  const problem = geometry === undefined ? undefined : problemOfShape({ geometry, radius })
  const isDrawn = base === undefined || JSON.stringify(draftOf(base)) !== JSON.stringify(draft)
  useUnsaved(isDrawn && (base !== undefined || geometry !== undefined) && !saving.isSuccess)

  function save({ name, group, colour, entity }: Values): void {
    if (geometry === undefined || problem !== undefined || Number.isNaN(draft.radius)) return
    const shape = { geometry, radius: hasRadius(geometry) ? draft.radius : null }
    const content = { name, group: group.trim() === '' ? null : group, colour: colour === '' ? null : colour }
    const onSuccess = (saved: Place): void => onClose(saved)
    if (base === undefined) create.mutate({ entity, ...content, ...shape }, { onSuccess })
    else {
      const { placeID, version } = base
      change.mutate({ placeID, version, ...content, ...(isDrawn ? shape : {}) }, { onSuccess })
    }
  }

  return (
    <form className={classes['editor']} onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <Title order={1} size="h4" ref={title} tabIndex={-1}>
          {opened === undefined ? t('places.add') : t('places.edit.title', { name: opened.name })}
        </Title>
        <TextInput label={t('places.name')} required maxLength={LONGEST_PLACE_NAME} {...form.getInputProps('name')} />
        <Radio.Group
          label={t('places.kind')}
          value={draft.kind}
          onChange={(kind) => onDraft(changeKind(draft, PLACE_KINDS.find((known) => known === kind) ?? 'circle'))}
        >
          <Group gap="md" mt="xs">
            {PLACE_KINDS.map((kind) => (
              <Radio key={kind} value={kind} label={t(`places.kind.${kind}`)} />
            ))}
          </Group>
        </Radio.Group>
        <Text size="xs" c="dimmed">
          {t(`places.draw.${draft.kind}`)}
        </Text>
        {draft.kind === 'area' ? undefined : (
          <NumberField
            label={draft.kind === 'circle' ? t('places.radius') : t('places.width')}
            required
            value={draft.radius}
            onChange={(value) => onDraft({ ...draft, radius: value === '' ? Number.NaN : value })}
          />
        )}
        {geometry === undefined ? (
          <Text size="sm">{t(`places.missing.${draft.kind}`)}</Text>
        ) : problem === undefined ? undefined : (
          <Text size="sm" c="red" role="alert">
            {writeSentence(problem.message)}
          </Text>
        )}
        <CornerFields draft={draft} centre={centre} onChange={onDraft} />
        <Autocomplete
          label={t('places.group')}
          description={t('places.group.help')}
          data={[...groups]}
          maxLength={LONGEST_PLACE_NAME}
          {...form.getInputProps('group')}
        />
        <Radio.Group
          label={t('places.colour')}
          value={form.values.colour ?? ''}
          onChange={(value) => {
            const colour = LABEL_COLOURS.find((known) => known === value) ?? ''
            form.setFieldValue('colour', colour)
            onColour(colour === '' ? null : colour)
          }}
        >
          <Group gap="sm" mt="xs">
            <Radio value="" label={t('places.colour.none')} />
            {LABEL_COLOURS.map((colour) => (
              <Radio
                key={colour}
                value={colour}
                label={<LabelChip label={{ name: t(`places.colour.${colour}`), colour }} />}
              />
            ))}
          </Group>
        </Radio.Group>
        {opened === undefined ? (
          <EntitySelect label={t('places.entity')} {...form.getInputProps('entity')} />
        ) : undefined}
        {base === undefined || !(isDrawn || form.isDirty('name')) ? undefined : (
          <ChangeConsequences change={{ kind: 'place-changed', placeIDs: [base.placeID] }} />
        )}
        {error === null ? undefined : <ChangeFailure error={error} failure={{ text: error.message }} newer={edit} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={saving.isPending} onClick={() => onClose()}>
            {t('places.cancel')}
          </Button>
          <Button
            type="submit"
            loading={saving.isPending}
            disabled={edit.loading || geometry === undefined || problem !== undefined || Number.isNaN(draft.radius)}
          >
            {t('places.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
