import { updateUnits, type UnitJob } from '@fieldwatch/contract/units/unit-jobs'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ChangeConsequences } from '#shared/consequences/consequences.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { type Chosen, summarizeSelection } from '../batch/chosen-units.ts'
import { namesText } from '../batch/names-text.ts'
import type { ListedUnit } from '../listed-unit.ts'
import { useBeginJob } from '../jobs/job-queries.ts'
import { ChangeFields } from './change-fields.tsx'
import type { ChangeKind } from './change-kinds.ts'
import { changeOf, NOTHING_ENTERED } from './change-values.ts'
import { followingChanges } from './following-changes.ts'
import { t } from '../jobs/texts.ts'

interface ChangeDialogProps {
  kind: ChangeKind
  chosen: Chosen
  /** All units as they are now. */
  units: readonly ListedUnit[]
  onBegun: (job: UnitJob) => void
  onClose: () => void
}

/** Says how many units a change is of, asks for what it needs, and begins it (admin). */
export function ChangeDialog({ kind, chosen, units, onBegun, onClose }: ChangeDialogProps) {
  const update = useBeginJob(
    (api, body: CallOf<typeof updateUnits>['body']) => api.call(updateUnits, { body }),
    onBegun,
  )
  const [values, setValues] = useState(NOTHING_ENTERED)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  useUnsaved(values !== NOTHING_ENTERED && !update.isSuccess)
  const following = useMemo(() => {
    const meant = changeOf(kind, values)
    return 'change' in meant ? followingChanges(meant.change, chosen, units) : { changes: [] }
  }, [kind, values, chosen, units])
  const { shared, gone } = useMemo(() => summarizeSelection(chosen, units), [chosen, units])

  function submit(): void {
    const meant = changeOf(kind, values)
    setProblems('problems' in meant ? meant.problems : {})
    if ('change' in meant) update.mutate({ dataIDs: [...chosen.keys()], change: meant.change })
  }

  return (
    <FormDialog
      title={t(`many-units.change.${kind}.title`, { count: chosen.size })}
      submit={t(submitText(kind), { count: chosen.size })}
      busy={update.isPending}
      failure={update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{namesText([...chosen.values()])}</Text>
      {kind === 'labels' || kind === 'alert' ? undefined : <Refused why="many-units.change.shared" names={shared} />}
      <Refused why="many-units.change.gone" names={gone} />
      <ChangeFields
        kind={kind}
        values={values}
        problems={problems}
        onChange={(next) => {
          setValues(next)
          setProblems({})
          if (update.isError) update.reset()
        }}
      />
      {following.changes.length === 0 ? undefined : <ChangeConsequences change={following.changes} />}
      {following.onlyOf === undefined ? undefined : (
        <Text c="dimmed">{t('many-units.change.listed', { count: following.onlyOf })}</Text>
      )}
    </FormDialog>
  )
}

function submitText(kind: ChangeKind) {
  return kind === 'activate' || kind === 'deactivate'
    ? (`many-units.change.${kind}.submit` as const)
    : 'many-units.change.submit'
}

interface RefusedProps {
  why: `many-units.change.${'shared' | 'gone'}`
  names: readonly string[]
}

function Refused({ why, names }: RefusedProps) {
  return names.length === 0 ? undefined : <Text role="note">{t(why, { names: namesText(names) })}</Text>
}
