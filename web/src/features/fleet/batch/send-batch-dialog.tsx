import { MOST_UNITS_A_BATCH } from '@fieldwatch/contract/actions/batch-limits'
import { type ActionOptions, isDisruptive } from '@fieldwatch/contract/actions/action-options'
import type { ListedUnit } from '../listed-unit.ts'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { DisruptiveQuestion } from '#shared/requests/disruptive-question.tsx'
import { RequestFields } from '#shared/requests/request-fields.tsx'
import { actionOptionsQuery } from '#shared/requests/request-queries.ts'
import { askOf, isOwnPayload, type RequestValues, withSetting } from '#shared/requests/request-values.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { NumberField } from '#ui/components/number-field.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { type NewBatch, useSendBatch } from './batch-queries.ts'
import { type Chosen, namesText, standingOf, unitsText } from './chosen-units.ts'

interface SendBatchDialogProps {
  chosen: Chosen
  /** All units as they are now. */
  units: readonly ListedUnit[]
  onSent: (batchId: number) => void
  onClose: () => void
}

/** Asks what is sent to the units that are chosen (admin). */
export function SendBatchDialog(props: SendBatchDialogProps) {
  const { data: options, error, refetch } = useQuery(actionOptionsQuery(useApi()))
  if (options !== undefined) return <SendForm {...props} options={options} />
  return (
    <Dialog title="Send request" size="lg" onClose={props.onClose}>
      {error === null ? (
        <Skeleton height="20rem" />
      ) : (
        <LoadFailure title="What can be asked cannot be shown" message={error.message} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}

function SendForm({ chosen, units, options, onSent, onClose }: SendBatchDialogProps & { options: ActionOptions }) {
  const send = useSendBatch(({ batchID }) => onSent(batchID))
  const [values, setValues] = useState(() => withSetting(options, Object.keys(options)[0] ?? ''))
  const [stopAfter, setStopAfter] = useState<number | ''>(1)
  const [refused, setRefused] = useState<{ payload?: string; stopAfter?: string }>({})
  const [asking, setAsking] = useState<NewBatch>()
  const { ready, shared, inactive, gone } = useMemo(() => standingOf(chosen, units), [chosen, units])
  useUnsaved(isOwnPayload(options, values) && !send.isSuccess)

  function change(next: RequestValues): void {
    setValues(next)
    setRefused({})
    if (send.isError) send.reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { ask, problem } = { ask: undefined, problem: undefined, ...askOf(options, values) }
    const count = countOf(stopAfter)
    setRefused({
      ...(problem === undefined ? {} : { payload: problem }),
      ...(count === undefined ? { stopAfter: STOP_AFTER_RANGE } : {}),
    })
    if (ask === undefined || count === undefined) return
    const batch = { dataIds: ready, ask, stopAfter: count }
    if (isDisruptive(options, ask.actionClass, ask.payload)) setAsking(batch)
    else send.mutate(batch)
  }

  return (
    <FormDialog
      size="lg"
      title={`Send request to ${unitsText(ready.length)}`}
      submit="Send"
      busy={send.isPending}
      disabled={ready.length === 0}
      failure={send.isError ? { text: 'Request failed', advice: send.error.message } : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text c="dimmed">
        One unit gets it first, one that is connected if there is any. When it has answered OK, the others get it, a few
        at a time.
      </Text>
      <LeftOut text="These belong to other entities too, and are left out" names={shared} />
      <LeftOut text="These are deactivated and can't receive requests" names={inactive} />
      <LeftOut text="These are out of your reach by now, and are left out" names={gone} />
      {ready.length === 0 ? <Text>You can't send requests to any of the selected units.</Text> : undefined}
      <RequestFields options={options} values={values} problem={refused.payload} onChange={change} />
      <NumberField
        label="Stop after failures"
        description="What no unit has by then is not sent any more"
        inputMode="numeric"
        value={stopAfter}
        error={refused.stopAfter}
        onChange={(next) => {
          setStopAfter(next)
          setRefused({})
        }}
      />
      <DisruptiveQuestion
        ask={asking?.ask}
        to={unitsText(asking?.dataIds.length ?? 0)}
        onConfirm={() => {
          setAsking(undefined)
          if (asking !== undefined) send.mutate(asking)
        }}
        onClose={() => setAsking(undefined)}
      />
    </FormDialog>
  )
}

function LeftOut({ text, names }: { text: string; names: readonly string[] }) {
  return names.length === 0 ? undefined : (
    <Text role="note">
      {text}: {namesText(names)}.
    </Text>
  )
}

const STOP_AFTER_RANGE = `Enter a whole number from 1 to ${MOST_UNITS_A_BATCH}.`

function countOf(entered: number | ''): number | undefined {
  if (entered === '' || !Number.isInteger(entered)) return undefined
  return entered >= 1 && entered <= MOST_UNITS_A_BATCH ? entered : undefined
}
