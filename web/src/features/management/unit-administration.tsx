import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Button, Checkbox, Group, MultiSelect, NativeSelect, Skeleton, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'
import { ConsequencesDialog } from '#shared/consequences/consequences-dialog.tsx'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { ConnectDialog } from '#shared/unit-setup/connect-dialog.tsx'
import { LabelChips } from '#shared/labels/label-chip.tsx'
import { labelsOf, useLabels } from '#shared/labels/label-queries.ts'
import { UnitLabelsDialog } from '#shared/labels/unit-labels-dialog.tsx'
import { templatesQuery } from '#shared/unit-setup/unit-setup-queries.ts'
import { isShared, SharedButton, SharedNote, SharedReason } from '#shared/units/shared-unit.tsx'
import { useRotateToken } from './management-queries.ts'
import { Panel } from './panel.tsx'
import { ANCHORS } from './sections.ts'
import { DataIdField, DeleteUnitField } from './unit-deletion.tsx'
import { UnitAccuracyField, UnitDeviceField, UnitTabsField, UnitWordsField } from './unit-tabs-field.tsx'
import { useAnchor } from './use-anchor.ts'
import { type UnitAdministrationState, useUnitAdministration } from './use-unit-administration.ts'
import classes from './management.module.css'
import { t } from './texts.ts'

interface UnitAdministrationProps {
  unit: DataDocument
}

/** Whose the unit is, what its dashboard shows, whether it may send, and its token. */
export function UnitAdministration({ unit }: UnitAdministrationProps) {
  const edit = useUnitAdministration(unit)
  const { error, newer } = edit
  return (
    <Panel title={t('management.sections.administration')}>
      {error === null ? undefined : <ChangeFailure error={error} failure={{ text: error.message }} newer={newer} />}
      <SharedNote unit={unit} />
      <div className={classes['fields']}>
        <EntitiesField unit={unit} edit={edit} />
        <TemplateField unit={unit} edit={edit} />
        <UnitTabsField unit={unit} edit={edit} />
        <UnitWordsField unit={unit} edit={edit} />
        <UnitDeviceField unit={unit} edit={edit} />
        <UnitAccuracyField unit={unit} edit={edit} />
        <LabelsField unit={unit} />
        <ActiveField unit={unit} edit={edit} />
        <TokenField unit={unit} />
        <DataIdField unit={unit} />
        <DeleteUnitField unit={unit} />
      </div>
    </Panel>
  )
}

interface FieldProps extends UnitAdministrationProps {
  edit: UnitAdministrationState
}

/** Whether a dialog that saves stays open: until it has saved, unless what others changed meanwhile is to be compared. */
function isOpen({ error, refusal }: UnitAdministrationState): boolean {
  return error === null || refusal !== undefined
}

function EntitiesField({ unit, edit }: FieldProps) {
  const { entityData } = useMe()
  const [asking, ask] = useDisclosure(false)
  const { entities } = edit.values
  const options = Object.entries(entityData).map(([value, { name }]) => ({ value, label: name }))
  if (options.length < 2) return undefined
  return (
    <Group align="end" gap="xs">
      <MultiSelect
        label={t('management.unit.entities')}
        description={
          <>
            {t('management.entities.help')} <SharedReason unit={unit} />
          </>
        }
        flex={1}
        disabled={isShared(unit)}
        data={options}
        value={[...entities]}
        onChange={(chosen) => edit.type({ entities: chosen })}
        error={entities.length === 0 ? t('management.entities.missing') : undefined}
      />
      {edit.typed.entities === undefined ? undefined : (
        <Button loading={edit.saving} disabled={entities.length === 0} onClick={ask.open}>
          {t('management.save')}
        </Button>
      )}
      {asking && edit.typed.entities !== undefined && isOpen(edit) ? (
        <MoveDialog unit={unit} edit={edit} onClose={ask.close} />
      ) : undefined}
    </Group>
  )
}

/** Asks before a unit belongs to other entities, and what becomes of alerts whose owners lose it. */
function MoveDialog({ unit, edit, onClose }: FieldProps & { onClose: () => void }) {
  const { entities, alerts } = edit.values
  const isMoved = unit.entities.some((entity) => !entities.includes(entity))
  const change = { dataIDs: [unit.dataID], entities: entities as EntityId[] }
  return (
    <ConsequencesDialog
      change={isMoved ? { kind: 'unit-moved', ...change, alerts } : { kind: 'unit-shared', ...change }}
      title={
        isMoved
          ? t('management.entities.move.title', { name: unit.friendlyName })
          : t('management.entities.share.title', { name: unit.friendlyName })
      }
      confirm={isMoved ? t('management.entities.move') : t('management.entities.share')}
      asked={
        isMoved ? (
          <Checkbox
            label={t('management.entities.move.end')}
            checked={alerts === 'end'}
            onChange={({ currentTarget }) => edit.type({ alerts: currentTarget.checked ? 'end' : 'hand over' })}
          />
        ) : undefined
      }
      busy={edit.saving}
      failure={edit.refusal}
      onConfirm={() => edit.save(['entities', 'alerts'], onClose)}
      onClose={onClose}
    >
      {isMoved ? t('management.entities.move.text') : t('management.entities.share.text')}
    </ConsequencesDialog>
  )
}

function TemplateField({ unit, edit }: FieldProps) {
  const { data: templates } = useQuery(templatesQuery(useApi()))
  const asked = edit.typed.template
  if (templates === undefined) return <Skeleton height="3.5rem" />
  const title = templates.find(({ id }) => id === asked)?.title
  return (
    <>
      <NativeSelect
        label={t('management.template')}
        description={
          <>
            {unit.customTemplate === null ? t('management.template.help') : t('management.template.help.custom')}{' '}
            <SharedReason unit={unit} />
          </>
        }
        data={templateOptions(templates, unit.defaultTemplate)}
        value={edit.values.template}
        disabled={edit.saving || isShared(unit)}
        onChange={({ currentTarget: { value } }) => edit.type({ template: value })}
      />
      {asked === undefined || !isOpen(edit) ? undefined : (
        <ConsequencesDialog
          change={{
            kind: 'template-changed',
            dataIDs: [unit.dataID],
            templateID: (asked || null) as TemplateId | null,
          }}
          title={
            asked === ''
              ? t('management.template.remove.title')
              : t('management.template.use.title', { title: title ?? '' })
          }
          confirm={asked === '' ? t('management.template.remove') : t('management.template.use')}
          busy={edit.saving}
          failure={edit.refusal}
          onConfirm={() => edit.save(['template'])}
          onClose={() => edit.type({ template: unit.defaultTemplate ?? '' })}
        >
          {unit.customTemplate === null
            ? t('management.template.change', { name: unit.friendlyName })
            : t('management.template.change.custom', { name: unit.friendlyName })}
        </ConsequencesDialog>
      )}
    </>
  )
}

function LabelsField({ unit }: UnitAdministrationProps) {
  const [editing, edit] = useDisclosure(false)
  const labels = labelsOf(useLabels(), unit.labels)
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text fw={500}>{t('management.labels')}</Text>
        {labels.length === 0 ? <Text c="dimmed">{t('management.labels.none')}</Text> : undefined}
        <LabelChips labels={labels} />
      </div>
      <Button variant="default" onClick={edit.open}>
        {t('management.labels.change')}
      </Button>
      {editing ? <UnitLabelsDialog unit={unit} onClose={edit.close} /> : undefined}
    </Group>
  )
}

function ActiveField({ unit, edit }: FieldProps) {
  const { active, friendlyName } = unit
  return (
    <div {...useAnchor<HTMLDivElement>(ANCHORS.activation)}>
      <Switch
        label={t('management.unit.active')}
        description={
          <>
            {t('management.active.help')} <SharedReason unit={unit} />
          </>
        }
        checked={active}
        disabled={edit.saving || isShared(unit)}
        wrapperProps={PRESS_ONCE}
        onChange={() => edit.type({ active: !active })}
      />
      {edit.typed.active === false && isOpen(edit) ? (
        <ConsequencesDialog
          change={{ kind: 'unit-deactivated', dataIDs: [unit.dataID] }}
          title={t('management.active.off.title', { name: friendlyName })}
          confirm={t('management.active.off')}
          busy={edit.saving}
          failure={edit.refusal}
          onConfirm={() => edit.save(['active'])}
          onClose={() => edit.type({ active })}
        >
          {t('management.active.off.text')}
        </ConsequencesDialog>
      ) : undefined}
      <ConfirmDialog
        opened={edit.typed.active === true && !active && isOpen(edit)}
        title={t('management.active.on.title', { name: friendlyName })}
        confirm={t('management.active.on')}
        busy={edit.saving}
        failure={edit.refusal}
        onConfirm={() => edit.save(['active'])}
        onClose={() => edit.type({ active })}
      >
        {t('management.active.on.text')}
      </ConfirmDialog>
    </div>
  )
}

/** The templates to choose from; the current one too when it belongs to an entity out of reach. */
function templateOptions(templates: readonly { id: string; title: string }[], current: string | null) {
  const known = current === null || templates.some(({ id }) => id === current)
  return [
    { value: '', label: t('management.none') },
    ...(known ? [] : [{ value: current, label: t('management.template.other') }]),
    ...templates.map(({ id, title }) => ({ value: id, label: title })),
  ]
}

function TokenField({ unit }: UnitAdministrationProps) {
  const [asking, ask] = useDisclosure(false)
  const rotate = useRotateToken(unit.dataID)
  return (
    <Group justify="space-between" gap="xs" {...useAnchor<HTMLDivElement>(ANCHORS.token)}>
      <Text>{t('management.token')}</Text>
      <SharedButton unit={unit} variant="default" onClick={ask.open}>
        {t('management.token.new')}
      </SharedButton>
      <ConfirmDialog
        opened={asking}
        title={t('management.token.new.title')}
        confirm={t('management.token.new')}
        busy={rotate.isPending}
        failure={rotate.isError ? { text: rotate.error.message } : undefined}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: ask.close })}
        onClose={ask.close}
      >
        {t('management.token.new.text')}
      </ConfirmDialog>
      {rotate.data === undefined ? undefined : (
        <ConnectDialog
          unit={{ dataId: unit.dataID, token: rotate.data }}
          hasTemplate={unit.defaultTemplate !== null || unit.customTemplate !== null}
          onClose={rotate.reset}
        />
      )}
    </Group>
  )
}
