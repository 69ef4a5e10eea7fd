import type { ActionOptions } from '@fieldwatch/contract/actions/action-options'
import { NativeSelect, SimpleGrid } from '@mantine/core'
import { JsonField } from '#ui/json-editor/json-field.tsx'
import { readJson } from '#ui/json-editor/json-text.ts'
import { EXPIRIES, type RequestValues, withAction, withSetting } from './request-values.ts'

interface RequestFieldsProps {
  options: ActionOptions
  values: RequestValues
  /** Why it was not sent. */
  problem: string | undefined
  onChange: (values: RequestValues) => void
}

/** What is asked, and for how long it may wait. */
export function RequestFields({ options, values, problem, onChange }: RequestFieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          label="Setting"
          data={Object.entries(options).map(([value, { name }]) => ({ value, label: name }))}
          value={values.setting}
          onChange={({ currentTarget }) => onChange(withSetting(options, currentTarget.value, values))}
        />
        <NativeSelect
          label="Request"
          data={Object.keys(options[values.setting]?.actions ?? {})}
          value={values.action}
          onChange={({ currentTarget }) => onChange(withAction(options, { ...values, action: currentTarget.value }))}
        />
      </SimpleGrid>
      <JsonField
        label="Payload"
        value={values.payload}
        error={problem ?? readJson(values.payload).problem}
        onChange={(payload) => onChange({ ...values, payload })}
      />
      <NativeSelect
        label="Given up after"
        description="A unit that is away gets the request when it is back"
        data={EXPIRIES.map(({ seconds, label }) => ({ value: String(seconds), label }))}
        value={String(values.expiresInSeconds)}
        onChange={({ currentTarget }) => onChange({ ...values, expiresInSeconds: Number(currentTarget.value) })}
      />
    </>
  )
}
