import { Loaded } from '#ui/components/loaded.tsx'
import { MOST_UNITS_A_BATCH } from '@fieldwatch/contract/actions/batch-limits'
import { type ActionOptions, isDisruptive } from '@fieldwatch/contract/actions/action-options'
import type { ListedUnit } from '../listed-unit.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { DisruptiveQuestion } from '#shared/requests/disruptive-question.tsx'
import { RequestFields } from '#shared/requests/request-fields.tsx'
import { actionOptionsQuery } from '#shared/requests/request-queries.ts'
import { askOf, isOwnPayload, type RequestValues, withSetting } from '#shared/requests/request-values.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { NumberField } from '#ui/components/number-field.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { type NewBatch, useSendBatch } from './batch-queries.ts'
import { type Chosen, summarizeSelection } from './chosen-units.ts'
import { namesText } from './names-text.ts'
import { t } from '../jobs/texts.ts'

interface SendBatchDialogProps {
  chosen: Chosen
  /** All units as they are now. */
  units: readonly ListedUnit[]
  onSent: (batchId: number) => void
  onClose: () => void
}

/** Asks what is sent to the units that are chosen (admin). */
export function SendBatchDialog(props: SendBatchDialogProps) {
  const query = useQuery(actionOptionsQuery(useApi()))
  const { data: options } = query
  if (options !== undefined) return <SendForm {...props} options={options} />
  return (
    <Dialog title={t('many-units.send.title')} size="lg" onClose={props.onClose}>
      <Loaded query={query} failed={t('many-units.send.options.failed')} height="20rem" />
    </Dialog>
  )
}

function SendForm({ chosen, units, options, onSent, onClose }: SendBatchDialogProps & { options: ActionOptions }) {
  const send = useSendBatch(({ batchID }) => onSent(batchID))
  const [values, setValues] = useState(() => withSetting(options, Object.keys(options)[0] ?? ''))
  const [stopAfter, setStopAfter] = useState<number | ''>(1)
  const [refused, setRefused] = useState<{ payload?: string; stopAfter?: string }>({})
  const [asking, setAsking] = useState<NewBatch>()
  const { ready, shared, inactive, gone } = useMemo(() => summarizeSelection(chosen, units), [chosen, units])
  useUnsaved(isOwnPayload(options, values) && !send.isSuccess)

  function change(next: RequestValues): void {
    setValues(next)
    setRefused({})
    if (send.isError) send.reset()
  }

  function submit(): void {
    const { ask, problem } = { ask: undefined, problem: undefined, ...askOf(options, values) }
    const count = countOf(stopAfter)
    setRefused({
      ...(problem === undefined ? {} : { payload: problem }),
      ...(count === undefined
        ? { stopAfter: t('many-units.send.stop-after.invalid', { most: MOST_UNITS_A_BATCH }) }
        : {}),
    })
    if (ask === undefined || count === undefined) return
    const batch = { dataIds: ready, ask, stopAfter: count }
    if (isDisruptive(options, ask.actionClass, ask.payload)) setAsking(batch)
    else send.mutate(batch)
  }

  return (
    <FormDialog
      size="lg"
      title={t('many-units.send.to', { count: ready.length })}
      submit={t('many-units.send')}
      busy={send.isPending}
      disabled={ready.length === 0}
      failure={send.isError ? { text: t('many-units.send.failed'), advice: send.error.message } : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text c="dimmed">{t('many-units.send.help')}</Text>
      <LeftOut why="many-units.send.shared" names={shared} />
      <LeftOut why="many-units.send.inactive" names={inactive} />
      <LeftOut why="many-units.send.gone" names={gone} />
      {ready.length === 0 ? <Text>{t('many-units.send.none')}</Text> : undefined}
      <RequestFields options={options} values={values} problem={refused.payload} onChange={change} />
      <NumberField
        label={t('many-units.send.stop-after')}
        description={t('many-units.send.stop-after.help')}
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
        to={t('many-units.count', { count: asking?.dataIds.length ?? 0 })}
        onConfirm={() => {
          setAsking(undefined)
          if (asking !== undefined) send.mutate(asking)
        }}
        onClose={() => setAsking(undefined)}
      />
    </FormDialog>
  )
}

interface LeftOutProps {
  why: `many-units.send.${'shared' | 'inactive' | 'gone'}`
  names: readonly string[]
}

function LeftOut({ why, names }: LeftOutProps) {
  return names.length === 0 ? undefined : <Text role="note">{t(why, { names: namesText(names) })}</Text>
}

function countOf(entered: number | ''): number | undefined {
  if (entered === '' || !Number.isInteger(entered)) return undefined
  return entered >= 1 && entered <= MOST_UNITS_A_BATCH ? entered : undefined
}
