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
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { TemplateDifferences } from './template-differences.tsx'
import { useRestoreTemplate, versionQuery, versionsQuery } from './template-queries.ts'
import classes from './templates.module.css'

interface VersionsDialogProps {
  id: string
  title: string
  /** Whether the user may change the template. */
  editable: boolean
  /** What going back to a version means. */
  help: string
  onClose: () => void
}

/** The versions of a template: who made each, what is different between two of them, and the way back. */
export function VersionsDialog({ id, title, editable, help, onClose }: VersionsDialogProps) {
  const { data, error, refetch } = useQuery(versionsQuery(useApi(), id))
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      {data !== undefined ? (
        <Versions id={id} versions={data} editable={editable} help={help} />
      ) : error === null ? (
        <LoadingSkeleton height="12rem" />
      ) : (
        <LoadFailure title="The versions cannot be shown" message={error.message} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}

interface VersionsProps {
  id: string
  versions: readonly TemplateVersion[]
  editable: boolean
  help: string
}

function Versions({ id, versions, editable, help }: VersionsProps) {
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
          {...(isConflict(error) ? { advice: 'Nothing was overwritten. The newer version is in the list now.' } : {})}
        />
      )}
      {restoring.isSuccess ? <SuccessNote text="It shows that version again." /> : undefined}
      {versions.length < 2 ? (
        <Text c="dimmed">There is one version so far. Each change from now on keeps what was before it.</Text>
      ) : (
        <section aria-label="Difference">
          <div className={classes['pair']}>
            {(['from', 'to'] as const).map((end) => (
              <NativeSelect
                key={end}
                label={end === 'from' ? 'What is different between' : 'and'}
                data={versions.map((one) => ({
                  value: String(one.version),
                  label: versionText(one, timeFormat),
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
        All versions
      </Title>
      {editable ? undefined : (
        <Text c="dimmed" size="sm">
          Only admins can go back to one of them.
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
              <Text size="sm">Shown now</Text>
            ) : editable ? (
              <Button variant="default" size="compact-sm" onClick={() => ask(one)}>
                Go back to version {one.version}
              </Button>
            ) : undefined}
          </li>
        ))}
      </ol>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          opened
          title={`Go back to version ${asked.version}?`}
          confirm="Go back"
          busy={restoring.isPending}
          onConfirm={() => restore(asked)}
          onClose={() => ask(undefined)}
        >
          <Stack gap="xs">
            <Text>{help}</Text>
            <Difference id={id} from={newest.version} to={asked.version} />
          </Stack>
        </ConfirmDialog>
      )}
    </Stack>
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
  const who = changedBy === null ? '' : `, ${changedBy}`
  return `Version ${version}, ${formatMoment(Date.parse(changedUTC), timeFormat)}${who}`
}

/** What a version changed, in a line. */
function changeText({ how, restored, changes, more }: TemplateVersion): string {
  const origin =
    how === 'restored' ? [`Back to version ${restored}`] : how === 'tried' ? ['Tried on one unit before'] : []
  const sentences = [...origin, ...changes, ...(more === 0 ? [] : [`${more} more changes`])]
  return sentences.length === 0
    ? how === null
      ? 'The first version that is kept'
      : 'Nothing different'
    : `${sentences.join('. ')}.`
}
