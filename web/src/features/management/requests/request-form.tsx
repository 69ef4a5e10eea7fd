import { useApiAction } from '#platform/api/use-action.ts'
import { type ActionOptions, isDisruptive } from '@fieldwatch/contract/actions/action-options'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { DisruptiveQuestion } from '#shared/requests/disruptive-question.tsx'
import { RequestFields } from '#shared/requests/request-fields.tsx'
import { actionOptionsQuery, type Ask, sendRequest } from '#shared/requests/request-queries.ts'
import { deactivatedText } from '#shared/requests/request-text.ts'
import { askOf, isOwnPayload, type RequestValues, withSetting } from '#shared/requests/request-values.ts'
import { SharedButton, SharedNote } from '#shared/units/shared-unit.tsx'
import { focusInvalid } from '#ui/components/focus-invalid.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { Loaded } from '#ui/components/loaded.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { Panel } from '../panel.tsx'
import classes from './requests.module.css'
import { t } from '#shared/requests/texts.ts'

interface RequestFormProps {
  unit: DataDocument
}

/** Asks a unit for something (admin). */
export function RequestForm({ unit }: RequestFormProps) {
  const query = useQuery(actionOptionsQuery(useApi()))
  return (
    <Panel title={t('requests.action-request')}>
      <SharedNote unit={unit} />
      {unit.active ? undefined : <Text>{deactivatedText()}</Text>}
      <Loaded query={query} failed={t('requests.options.failed')} height="14rem">
        {(options) => <Form unit={unit} options={options} />}
      </Loaded>
    </Panel>
  )
}

interface FormProps extends RequestFormProps {
  options: ActionOptions
}

function Form({ unit, options }: FormProps) {
  const send = useSend(unit.dataID)
  const [values, setValues] = useState(() => withSetting(options, Object.keys(options)[0] ?? ''))
  const [refused, setRefused] = useState<string>()
  const [asking, setAsking] = useState<Ask>()
  useUnsaved(isOwnPayload(options, values) && !send.isSuccess)

  function change(next: RequestValues): void {
    setValues(next)
    setRefused(undefined)
    // What is on its way stays so: a second press would send it again.
    if (!send.isPending) send.reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { ask, problem } = { ask: undefined, ...askOf(options, values) }
    setRefused(problem)
    if (ask === undefined) return
    if (isDisruptive(options, ask.actionClass, ask.payload)) setAsking(ask)
    else send.mutate(ask)
  }

  return (
    <form noValidate className={classes['form']} onSubmit={focusInvalid(submit)}>
      <RequestFields options={options} values={values} problem={refused} onChange={change} />
      {send.isSuccess ? (
        <SuccessNote text={t('requests.sent')} advice={t('requests.sent.help', { id: send.data })} />
      ) : undefined}
      {send.isError ? <FormFailure text={t('requests.failed')} advice={send.error.message} /> : undefined}
      <SharedButton unit={unit} type="submit" disabled={!unit.active} loading={send.isPending} {...PRESS_ONCE}>
        {t('requests.send')}
      </SharedButton>
      <DisruptiveQuestion
        ask={asking}
        to={unit.friendlyName}
        onConfirm={(ask) => {
          setAsking(undefined)
          send.mutate(ask)
        }}
        onClose={() => setAsking(undefined)}
      />
    </form>
  )
}

function useSend(dataId: DataDocument['dataID']) {
  return useApiAction((api, ask: Ask) => sendRequest(api, dataId, ask), { rereads: [['requests', dataId]] })
}
