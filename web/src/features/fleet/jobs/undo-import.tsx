import type { UnitUndoPlan } from '@fieldwatch/contract/consequences/unit-undo'
import { undoUnitImport, type UnitJob } from '@fieldwatch/contract/units/unit-jobs'
import { Button, Group, List, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { ChangeConsequences } from '#shared/consequences/consequences.tsx'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { undoPlanQuery, useBeginJob } from './job-queries.ts'
import { t } from './texts.ts'

interface UndoImportProps {
  job: UnitJob
  /** Shows the job that undoes it. */
  onBegun: (job: UnitJob) => void
}

/** Takes back what an import of units did, after it has said what that would be. */
export function UndoImport({ job, onBegun }: UndoImportProps) {
  const [asks, setAsks] = useState(false)
  return (
    <Group>
      <Button variant="default" onClick={() => setAsks(true)}>
        {t('many-units.undo')}
      </Button>
      {asks ? <UndoQuestion job={job} onBegun={onBegun} onClose={() => setAsks(false)} /> : undefined}
    </Group>
  )
}

function UndoQuestion({ job, onBegun, onClose }: UndoImportProps & { onClose: () => void }) {
  const { data: plan, error } = useQuery(undoPlanQuery(useApi(), job.jobID))
  const undo = useBeginJob<void>((api) => api.call(undoUnitImport, { params: { jobID: job.jobID } }), onBegun)
  const failed = error ?? undo.error
  return (
    <ConfirmDialog
      title={t('many-units.undo.title')}
      confirm={t('many-units.undo')}
      disabled={plan === undefined || plan.remove + plan.restore === 0}
      busy={undo.isPending}
      failure={failed === null ? undefined : { text: failed.message }}
      onConfirm={() => undo.mutate()}
      onClose={onClose}
    >
      {plan === undefined ? error === null && <Skeleton height="6rem" /> : <PlanText plan={plan} />}
    </ConfirmDialog>
  )
}

/** What would become of the units. */
function PlanText({ plan: { remove, restore, changes, complete, keep, kept } }: { plan: UnitUndoPlan }) {
  return (
    <>
      <List>
        {remove === 0 ? undefined : <List.Item>{t('many-units.undo.remove', { count: remove })}</List.Item>}
        {restore === 0 ? undefined : <List.Item>{t('many-units.undo.restore', { count: restore })}</List.Item>}
        {keep === 0 ? undefined : <List.Item>{t('many-units.undo.keep', { count: keep })}</List.Item>}
      </List>
      {changes.length === 0 ? undefined : <ChangeConsequences change={changes} />}
      {complete ? undefined : <Text c="dimmed">{t('many-units.undo.listed')}</Text>}
      <List size="sm" listStyleType="none">
        {kept.slice(0, MOST_NAMED).map(({ dataID, friendlyName, why }) => (
          <List.Item key={dataID}>
            {friendlyName ?? dataID}: {why}
          </List.Item>
        ))}
      </List>
      {keep > MOST_NAMED ? <Text size="sm">{t('many-units.undo.more', { count: keep - MOST_NAMED })}</Text> : undefined}
    </>
  )
}

const MOST_NAMED = 10
