import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TemplateVersion } from '@fieldwatch/contract/templates/template-versions'
import { Button, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '#platform/session/me-queries.ts'
import { conflictText, isConflict } from '#shared/changes/conflict.ts'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { TemplateDifferences } from './template-differences.tsx'
import { findShowing, templateUnitsQuery, useRestoreTemplate, versionQuery, versionsQuery } from './template-queries.ts'
import { useTitleConsequences } from './use-title-consequences.tsx'
import classes from './templates.module.css'
import { t } from './texts.ts'

interface VersionsDialogProps {
  id: string
  title: string
  /** The unit whose own copy it is. */
  unit?: DataId
  /** Whether the user may change the template. */
  editable: boolean
  /** What going back to a version means. */
  help: string
  onClose: () => void
}

/** The versions of a template: who made each, what is different between two of them, and the way back. */
export function VersionsDialog({ id, unit, title, editable, help, onClose }: VersionsDialogProps) {
  const query = useQuery(versionsQuery(useApi(), id))
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <Loaded query={query} failed={t('templates.versions.failed')} height="12rem">
        {(data) => <Versions id={id} unit={unit} versions={data} editable={editable} help={help} />}
      </Loaded>
    </Dialog>
  )
}

interface VersionsProps {
  id: string
  unit: DataId | undefined
  versions: readonly TemplateVersion[]
  editable: boolean
  help: string
}

function Versions({ id, unit, versions, editable, help }: VersionsProps) {
  const { timeFormat } = useMe()
  const restoring = useRestoreTemplate(id)
  const [asked, ask] = useState<TemplateVersion>()
  const [pair, setPair] = useState<{ from: number; to: number }>()
  const newest = versions[0]
  const { error } = restoring
  if (newest === undefined) return undefined
  const shown = pair ?? { from: versions[1]?.version ?? newest.version, to: newest.version }
  const restore = ({ version }: TemplateVersion): void =>
    restoring.mutate({ restore: version, version: newest.version }, { onSettled: () => ask(undefined) })
  return (
    <Stack gap="md">
      {error === null ? undefined : (
        <FormFailure
          text={isConflict(error) ? conflictText(error, timeFormat) : error.message}
          {...(isConflict(error) ? { advice: t('templates.restore.newer') } : {})}
        />
      )}
      {restoring.isSuccess ? <SuccessNote text={t('templates.restore.done')} /> : undefined}
      {versions.length < 2 ? (
        <Text c="dimmed">{t('templates.versions.one')}</Text>
      ) : (
        <section aria-label={t('templates.difference')}>
          <div className={classes['pair']}>
            {(['from', 'to'] as const).map((end) => (
              <NativeSelect
                key={end}
                label={end === 'from' ? t('templates.difference.from') : t('templates.difference.to')}
                // Who made a version is in the list below.
                data={versions.map((one) => ({
                  value: String(one.version),
                  label: versionText({ ...one, changedBy: null }, timeFormat),
                }))}
                value={String(shown[end])}
                onChange={({ currentTarget }) => setPair({ ...shown, [end]: Number(currentTarget.value) })}
              />
            ))}
          </div>
          <Difference id={id} from={shown.from} to={shown.to} />
        </section>
      )}
      <Title order={3} size="h5">
        {t('templates.versions.all')}
      </Title>
      {editable ? undefined : (
        <Text c="dimmed" size="sm">
          {t('templates.versions.admins')}
        </Text>
      )}
      <ol className={classes['versions']}>
        {versions.map((one) => (
          <li key={one.version} className={classes['version']}>
            <div className={classes['about']}>
              <Text size="sm">{versionText(one, timeFormat)}</Text>
              <Text size="sm" c="dimmed">
                {changeText(one)}
              </Text>
            </div>
            {one === newest ? (
              <Text size="sm">{t('templates.versions.current')}</Text>
            ) : editable ? (
              <Button variant="default" size="compact-sm" onClick={() => ask(one)}>
                {t('templates.restore', { version: one.version })}
              </Button>
            ) : undefined}
          </li>
        ))}
      </ol>
      {asked === undefined ? undefined : (
        <RestoreQuestion
          id={id}
          unit={unit}
          from={newest.version}
          to={asked.version}
          help={help}
          busy={restoring.isPending}
          onConfirm={() => restore(asked)}
          onClose={() => ask(undefined)}
        />
      )}
    </Stack>
  )
}

interface RestoreQuestionProps {
  id: string
  unit: DataId | undefined
  from: number
  to: number
  help: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a template goes back to a version, and lists what follows from charts and reports that it calls otherwise or lacks. */
function RestoreQuestion({ id, unit, from, to, help, busy, onConfirm, onClose }: RestoreQuestionProps) {
  const api = useApi()
  const units = useQuery({ ...templateUnitsQuery(api, id), enabled: unit === undefined })
  const before = useQuery(versionQuery(api, id, from)).data
  const after = useQuery(versionQuery(api, id, to)).data
  const dataID = unit ?? (units.data && findShowing(units.data))
  const { ready, list } = useTitleConsequences(before && after && dataID && { before, after, dataID })
  const isUnused = unit === undefined && units.data !== undefined && dataID === undefined
  return (
    <ConfirmDialog
      title={t('templates.restore.title', { version: to })}
      confirm={t('templates.restore.confirm')}
      busy={busy}
      disabled={!ready && !isUnused}
      failure={units.error === null ? undefined : { text: units.error.message }}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>{help}</Text>
        <Difference id={id} from={from} to={to} />
        {list}
      </Stack>
    </ConfirmDialog>
  )
}

function Difference({ id, from, to }: { id: string; from: number; to: number }) {
  const api = useApi()
  const [before, after] = [useQuery(versionQuery(api, id, from)), useQuery(versionQuery(api, id, to))]
  const error = before.error ?? after.error
  if (error !== null) return <FormFailure text={error.message} />
  if (before.data === undefined || after.data === undefined) return <LoadingSkeleton height="4rem" mt="sm" />
  return (
    <div aria-live="polite">
      <TemplateDifferences before={before.data} after={after.data} />
    </div>
  )
}

function versionText({ version, changedUTC, changedBy }: TemplateVersion, timeFormat: TimeFormat): string {
  const at = formatMoment(Date.parse(changedUTC), timeFormat)
  return changedBy === null
    ? t('templates.version.at', { version, at })
    : t('templates.version.at.by', { version, at, by: changedBy })
}

/** What a version changed, in a line. */
function changeText({ how, restored, changes, more }: TemplateVersion): string {
  const sentences = [
    ...(how === 'restored' && restored !== null ? [t('templates.version.restored', { version: restored })] : []),
    ...(how === 'tried' ? [t('templates.version.tried')] : []),
    ...changes,
    ...(more === 0 ? [] : [t('templates.version.more-changes', { more })]),
  ]
  if (sentences.length === 0) return how === null ? t('templates.version.first') : t('templates.version.same')
  return `${sentences.join('. ')}.`
}
