import { UNIT_SCREENS } from '@fieldwatch/contract/apps'
import { type DataDocument, UnitWords } from '@fieldwatch/contract/units'
import { Button, Group, MultiSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { appsQuery } from '#shared/apps/app-queries.ts'
import { isShared, SharedReason } from '#shared/units/shared-unit.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import type { useAdministerUnit } from './management-queries.ts'

interface FieldProps {
  unit: DataDocument
  administer: ReturnType<typeof useAdministerUnit>
}

/** Which applications and screens of the portal have a tab on the page of the unit. */
export function UnitTabsField({ unit, administer }: FieldProps) {
  const { data: apps = [] } = useQuery(appsQuery(useApi()))
  const [chosen, setChosen] = useState<string[]>()
  useUnsaved(chosen !== undefined)
  const offered = new Set([...unit.apps, ...UNIT_SCREENS, ...apps.map(({ name }) => name)])
  return (
    <Group align="end" gap="xs">
      <MultiSelect
        label="Apps"
        description={
          <>
            Each has a tab. XetaSense configures wired inputs, Pressure Sensor wireless ones{' '}
            <SharedReason unit={unit} />
          </>
        }
        flex={1}
        disabled={isShared(unit)}
        data={[...offered]}
        value={chosen ?? [...unit.apps]}
        onChange={setChosen}
      />
      {chosen === undefined ? undefined : (
        <Button
          loading={administer.isPending}
          aria-label="Save the apps"
          onClick={() => administer.mutate({ apps: chosen }, { onSuccess: () => setChosen(undefined) })}
        >
          Save
        </Button>
      )}
    </Group>
  )
}

/** The size and the service of the unit, in the words of its people. */
export function UnitWordsField({ unit, administer }: FieldProps) {
  const [typed, setTyped] = useState<{ size?: string; service?: string }>({})
  const isTyped = Object.keys(typed).length > 0
  useUnsaved(isTyped)
  const words = { size: typed.size ?? unit.size, service: typed.service ?? unit.service }
  const problems = Object.entries(words).map(
    ([name, text]) => [name, UnitWords.safeParse(text).error?.issues[0]?.message] as const,
  )
  const problemOf = Object.fromEntries(problems)
  return (
    <Group align="end" gap="xs">
      {(['size', 'service'] as const).map((name) => (
        <TextInput
          key={name}
          label={LABELS[name]}
          placeholder={EXAMPLES[name]}
          flex={1}
          readOnly={isShared(unit)}
          value={words[name]}
          error={problemOf[name]}
          onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
        />
      ))}
      {isTyped ? (
        <Button
          loading={administer.isPending}
          disabled={problems.some(([, problem]) => problem !== undefined)}
          aria-label="Save size and service"
          onClick={() => administer.mutate(typed, { onSuccess: () => setTyped({}) })}
        >
          Save
        </Button>
      ) : undefined}
    </Group>
  )
}

const LABELS = { size: 'Size', service: 'Service' } as const
const EXAMPLES = { size: 'DN 200', service: 'Leak watch' } as const
