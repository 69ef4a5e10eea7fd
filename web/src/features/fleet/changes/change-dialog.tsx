import type { UnitJob } from '@fieldwatch/contract/units/unit-jobs'
import { Text } from '@mantine/core'
import { type SubmitEvent, useMemo, useState } from 'react'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { type Chosen, namesText, standingOf, unitsText } from '../batch/chosen-units.ts'
import type { ListedUnit } from '../listed-unit.ts'
import { useUpdateUnits } from '../jobs/job-queries.ts'
import { ChangeFields } from './change-fields.tsx'
import { CHANGE_TEXT, type ChangeKind } from './change-kinds.ts'
import { changeOf, NOTHING_ENTERED } from './change-values.ts'

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
  const update = useUpdateUnits(onBegun)
  const [values, setValues] = useState(NOTHING_ENTERED)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  useUnsaved(values !== NOTHING_ENTERED && !update.isSuccess)
  const { shared, gone } = useMemo(() => standingOf(chosen, units), [chosen, units])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const meant = changeOf(kind, values)
    setProblems('problems' in meant ? meant.problems : {})
    if ('change' in meant) update.mutate({ dataIds: [...chosen.keys()], change: meant.change })
  }

  return (
    <FormDialog
      title={`${CHANGE_TEXT[kind]}: ${unitsText(chosen.size)}`}
      submit={`${kind === 'activate' || kind === 'deactivate' ? CHANGE_TEXT[kind] : 'Change'} ${unitsText(chosen.size)}`}
      busy={update.isPending}
      failure={update.isError ? { text: update.error.message } : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{namesText([...chosen.values()])}.</Text>
      {kind === 'labels' || kind === 'alert' ? undefined : (
        <Refused text="These belong to other entities too, and will be refused" names={shared} />
      )}
      <Refused text="These are out of your reach by now, and will be refused" names={gone} />
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
    </FormDialog>
  )
}

function Refused({ text, names }: { text: string; names: readonly string[] }) {
  return names.length === 0 ? undefined : (
    <Text role="note">
      {text}: {namesText(names)}.
    </Text>
  )
}
