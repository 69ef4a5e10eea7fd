import { changeFailure } from '#shared/changes/conflict.ts'
import { removeOwnTemplate, type Template, type TemplateTrial } from '@fieldwatch/contract/templates/templates'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import type { ChangedTemplate } from '#shared/templates/title-changes.ts'
import { useTitleConsequences } from '#shared/templates/use-title-consequences.tsx'
import { TemplateDifferences } from '#shared/templates/template-differences.tsx'
import { findShowing, templateUnitsQuery, useUseTriedTemplate } from '#shared/templates/template-queries.ts'
import { showSharedTemplate, templateQuery } from '#shared/units/unit-queries.ts'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import { IconAlertCircle } from '#ui/icons/sign-in-icons.ts'
import { t } from './texts.ts'

interface TrialNoticeProps {
  unit: DataDocument
  template: Template
  trial: TemplateTrial
}

/** Says that the unit tries a template for others, and ends that. */
export function TrialNotice({ unit, template, trial }: TrialNoticeProps) {
  const { role, timeFormat } = useMe()
  const [asked, ask] = useState<'apply' | 'discard'>()
  const at = formatMoment(Date.parse(trial.startedUTC), timeFormat)
  const mayUse = role === 'admin' && (unit.sharedWith ?? []).length === 0
  return (
    <Alert variant="outline" color="yellow" role="note" icon={<IconAlertCircle aria-hidden />} p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {trial.startedBy === null
            ? t('unit.trial', { title: trial.title, at })
            : t('unit.trial.by', { title: trial.title, at, by: trial.startedBy })}
        </Text>
        <Group gap="xs">
          {mayUse ? (
            <Button size="compact-sm" onClick={() => ask('apply')}>
              {t('unit.trial.use', { count: trial.units })}
            </Button>
          ) : undefined}
          {role === 'admin' || unit.onlyAdminsEdit !== true ? (
            <Button size="compact-sm" variant="default" onClick={() => ask('discard')}>
              {t('unit.trial.discard')}
            </Button>
          ) : undefined}
        </Group>
      </Group>
      {asked === undefined ? undefined : (
        <EndTrial task={asked} unit={unit} template={template} trial={trial} onClose={() => ask(undefined)} />
      )}
    </Alert>
  )
}

interface EndTrialProps extends TrialNoticeProps {
  task: 'apply' | 'discard'
  onClose: () => void
}

function EndTrial({ task, unit, template, trial, onClose }: EndTrialProps) {
  const api = useApi()
  const client = useQueryClient()
  const { timeFormat } = useMe()
  const shared = useQuery({ ...templateQuery(api, trial.templateID), staleTime: 0 })
  const units = useQuery({ ...templateUnitsQuery(api, trial.templateID), enabled: task === 'apply' })
  const { ready, list } = useTitleConsequences(shared.data ? changedBy(shared.data) : undefined)
  const applying = useUseTriedTemplate()
  const discarding = useAction({
    once: true,
    mutationFn: () => api.call(removeOwnTemplate, { body: { dataID: unit.dataID, version: template.version } }),
    onSuccess: ({ details }) => showSharedTemplate(client, unit.dataID, details),
    onError: () => client.invalidateQueries({ queryKey: ['template'] }),
  })
  const error = applying.error ?? discarding.error ?? units.error
  function changedBy(other: Template): ChangedTemplate | undefined {
    if (task === 'discard') return { before: template, after: other, dataID: unit.dataID }
    if (units.data === undefined) return undefined
    // Where no other unit shows it, nothing follows: the unit goes on with what it tries.
    const dataID = findShowing(units.data)
    return dataID === undefined
      ? { before: other, after: other, dataID: unit.dataID }
      : { before: other, after: template, dataID }
  }

  function confirm(): void {
    if (task === 'discard') discarding.mutate()
    else {
      const body = {
        dataID: unit.dataID,
        version: template.version,
        sharedVersion: shared.data?.version ?? trial.version,
      }
      applying.mutate(body, { onSuccess: (used) => showSharedTemplate(client, unit.dataID, used) })
    }
  }
  return (
    <ConfirmDialog
      title={task === 'apply' ? t('unit.trial.use.title', { count: trial.units }) : t('unit.trial.discard.title')}
      confirm={task === 'apply' ? t('unit.trial.use.confirm') : t('unit.trial.discard')}
      disabled={!ready}
      busy={applying.isPending || discarding.isPending}
      failure={error === null ? undefined : changeFailure(error, timeFormat, t('unit.trial.conflict'))}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>
          {task === 'apply'
            ? t('unit.trial.use.help', { title: trial.title })
            : t('unit.trial.discard.help', { title: trial.title })}
        </Text>
        <Text size="sm" fw="bold">
          {t('unit.trial.differences')}
        </Text>
        <Loaded query={shared} failed={t('unit.trial.differences.failed')} height="3rem">
          {(before) => before && <TemplateDifferences before={before} after={template} />}
        </Loaded>
        {list}
      </Stack>
    </ConfirmDialog>
  )
}
