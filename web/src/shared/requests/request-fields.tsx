import type { ActionOptions } from '@fieldwatch/contract/actions/action-options'
import { NativeSelect, SimpleGrid } from '@mantine/core'
import { JsonField } from '#ui/json-editor/json-field.tsx'
import { readJson } from '#ui/json-editor/json-text.ts'
import { EXPIRIES, type RequestValues, withAction, withSetting } from './request-values.ts'
import { t } from './texts.ts'

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
          label={t('requests.setting')}
          data={Object.entries(options).map(([value, { name }]) => ({ value, label: name }))}
          value={values.setting}
          onChange={({ currentTarget }) => onChange(withSetting(options, currentTarget.value, values))}
        />
        <NativeSelect
          label={t('requests.request')}
          data={Object.keys(options[values.setting]?.actions ?? {})}
          value={values.action}
          onChange={({ currentTarget }) => onChange(withAction(options, { ...values, action: currentTarget.value }))}
        />
      </SimpleGrid>
      <JsonField
        label={t('requests.payload')}
        value={values.payload}
        error={problem ?? readJson(values.payload).problem}
        onChange={(payload) => onChange({ ...values, payload })}
      />
      <NativeSelect
        label={t('requests.expiry')}
        description={t('requests.expiry.help')}
        data={EXPIRIES.map(({ seconds, label }) => ({ value: String(seconds), label: t(label) }))}
        value={String(values.expiresInSeconds)}
        onChange={({ currentTarget }) => onChange({ ...values, expiresInSeconds: Number(currentTarget.value) })}
      />
    </>
  )
}
