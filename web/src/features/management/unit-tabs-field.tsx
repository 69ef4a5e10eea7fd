import { firstProblem } from '#ui/components/form-errors.ts'
import { UNIT_SCREENS } from '@fieldwatch/contract/people/apps'
import { type DataDocument, UnitWords } from '@fieldwatch/contract/units/units'
import { Button, Group, MultiSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { appsQuery } from '#shared/apps/app-queries.ts'
import { isShared, SharedReason } from '#shared/units/shared-unit.tsx'
import type { UnitAdministrationState } from './use-unit-administration.ts'
import { t } from './texts.ts'

interface FieldProps {
  unit: DataDocument
  edit: UnitAdministrationState
}

/** Which applications and screens of the portal have a tab on the page of the unit. */
export function UnitTabsField({ unit, edit }: FieldProps) {
  const { data: apps = [] } = useQuery(appsQuery(useApi()))
  const offered = new Set([...unit.apps, ...UNIT_SCREENS, ...apps.map(({ name }) => name)])
  return (
    <Group align="end" gap="xs">
      <MultiSelect
        label={t('management.unit.apps')}
        description={
          <>
            {t('management.unit.apps.help')} <SharedReason unit={unit} />
          </>
        }
        flex={1}
        disabled={isShared(unit)}
        data={[...offered]}
        value={[...edit.values.apps]}
        onChange={(chosen) => edit.type({ apps: chosen })}
      />
      {edit.typed.apps === undefined ? undefined : (
        <Button loading={edit.saving} aria-label={t('management.unit.apps.save')} onClick={() => edit.save('apps')}>
          {t('management.save')}
        </Button>
      )}
    </Group>
  )
}

/** The size and the service of the unit, in the words of its people. */
export function UnitWordsField({ unit, edit }: FieldProps) {
  const { size, service } = edit.values
  const words = { size, service }
  const isTyped = edit.typed.size !== undefined || edit.typed.service !== undefined
  const problems = Object.entries(words).map(([name, text]) => [name, firstProblem(UnitWords.safeParse(text))] as const)
  const problemOf = Object.fromEntries(problems)
  return (
    <Group align="end" gap="xs">
      {(['size', 'service'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`management.unit.${name}`)}
          placeholder={t(`management.unit.${name}.example`)}
          flex={1}
          readOnly={isShared(unit)}
          value={words[name]}
          error={problemOf[name]}
          onChange={({ currentTarget: { value } }) => edit.type({ [name]: value })}
        />
      ))}
      {isTyped ? (
        <Button
          loading={edit.saving}
          disabled={problems.some(([, problem]) => problem !== undefined)}
          aria-label={t('management.unit.words.save')}
          onClick={() => edit.save('size', 'service')}
        >
          {t('management.save')}
        </Button>
      ) : undefined}
    </Group>
  )
}
