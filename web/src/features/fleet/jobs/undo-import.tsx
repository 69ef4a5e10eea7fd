import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { UnitJob, UnitUndoPlan } from '@fieldwatch/contract/units/unit-jobs'
import { Button, Group, List, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { undoPlanQuery, useUndoImport } from './job-queries.ts'
import { countText } from './job-text.ts'

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
        Undo the import
      </Button>
      {asks ? <UndoQuestion job={job} onBegun={onBegun} onClose={() => setAsks(false)} /> : undefined}
    </Group>
  )
}

function UndoQuestion({ job, onBegun, onClose }: UndoImportProps & { onClose: () => void }) {
  const { data: plan, error } = useQuery(undoPlanQuery(useApi(), job.jobID))
  const undo = useUndoImport(job.jobID, onBegun)
  const failed = error ?? undo.error
  return (
    <ConfirmDialog
      opened
      title="Undo this import?"
      confirm="Undo the import"
      disabled={plan === undefined || plan.remove + plan.restore === 0}
      busy={undo.isPending}
      onConfirm={() => undo.mutate()}
      onClose={onClose}
    >
      {plan === undefined ? error === null && <Skeleton height="6rem" /> : <PlanText plan={plan} />}
      {failed === null ? undefined : <FailureNote text={failed.message} />}
    </ConfirmDialog>
  )
}

/** What would become of the units. */
function PlanText({ plan: { remove, restore, keep, kept } }: { plan: UnitUndoPlan }) {
  return (
    <>
      <List>
        {remove === 0 ? undefined : <List.Item>{countText(remove)} that it added will be removed.</List.Item>}
        {restore === 0 ? undefined : (
          <List.Item>
            {countText(restore)} that it changed will get {restore === 1 ? 'its' : 'their'} former values back. Labels
            and retention stay.
          </List.Item>
        )}
        {keep === 0 ? undefined : <List.Item>{countText(keep)} will stay as now:</List.Item>}
      </List>
      <List size="sm" listStyleType="none">
        {kept.slice(0, MOST_NAMED).map(({ dataID, friendlyName, why }) => (
          <List.Item key={dataID}>
            {friendlyName ?? dataID}: {why}
          </List.Item>
        ))}
      </List>
      {keep > MOST_NAMED ? <Text size="sm">And {formatCount(keep - MOST_NAMED)} more.</Text> : undefined}
    </>
  )
}

const MOST_NAMED = 10
