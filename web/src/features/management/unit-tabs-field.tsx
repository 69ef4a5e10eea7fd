import { firstProblem } from '#ui/components/form-errors.ts'
import { UNIT_SCREENS } from '@fieldwatch/contract/people/apps'
import {
  type DataDocument,
  DevEui,
  PositionAccuracy,
  UnitWords,
  USUAL_POSITION_ACCURACY,
} from '@fieldwatch/contract/units/units'
import { Imei } from '@fieldwatch/contract/units/sim-numbers'
import { Button, Group, MultiSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { appsQuery } from '#shared/apps/app-queries.ts'
import { isShared, SharedReason } from '#shared/units/shared-unit.tsx'
import type { UnitAdministrationState } from './use-unit-administration.ts'
import { NumberField } from '#ui/components/number-field.tsx'
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
        <Button loading={edit.saving} aria-label={t('management.unit.apps.save')} onClick={() => edit.save(['apps'])}>
          {t('management.save')}
        </Button>
      )}
    </Group>
  )
}

/** The size and the service of the unit, in the words of its people. */
export function UnitWordsField(props: FieldProps) {
  return <TextFields {...props} names={['size', 'service']} save={t('management.unit.words.save')} />
}

/** The identifiers by which LoRaWAN servers and trackers name the device. */
export function UnitDeviceField(props: FieldProps) {
  return <TextFields {...props} names={['devEUI', 'imei']} save={t('management.unit.device.save')} />
}

/** The accuracy of positions whose records say nothing about it. */
export function UnitAccuracyField({ unit, edit }: FieldProps) {
  const { positionAccuracy } = edit.values
  const problem = firstProblem(PositionAccuracy.nullable().safeParse(positionAccuracy))
  return (
    <Group align="end" gap="xs">
      <NumberField
        label={t('management.unit.accuracy')}
        description={t('management.unit.accuracy.help')}
        placeholder={String(USUAL_POSITION_ACCURACY)}
        flex={1}
        readOnly={isShared(unit)}
        value={positionAccuracy ?? ''}
        error={problem}
        onChange={(metres) => edit.type({ positionAccuracy: metres === '' ? null : metres })}
      />
      {edit.typed.positionAccuracy === undefined ? undefined : (
        <Button
          loading={edit.saving}
          disabled={problem !== undefined}
          aria-label={t('management.unit.accuracy.save')}
          onClick={() => edit.save(['positionAccuracy'])}
        >
          {t('management.save')}
        </Button>
      )}
    </Group>
  )
}

const SHAPES = { size: UnitWords, service: UnitWords, devEUI: DevEui, imei: Imei } as const

interface TextFieldsProps extends FieldProps {
  names: readonly (keyof typeof SHAPES)[]
  /** What the button is called. */
  save: string
}

function TextFields({ unit, edit, names, save }: TextFieldsProps) {
  const problemOf = new Map(names.map((name) => [name, firstProblem(SHAPES[name].safeParse(edit.values[name]))]))
  return (
    <Group align="end" gap="xs">
      {names.map((name) => (
        <TextInput
          key={name}
          label={t(`management.unit.${name}`)}
          placeholder={t(`management.unit.${name}.example`)}
          flex={1}
          readOnly={isShared(unit)}
          value={edit.values[name]}
          error={problemOf.get(name)}
          onChange={({ currentTarget: { value } }) => edit.type({ [name]: value })}
        />
      ))}
      {names.some((name) => edit.typed[name] !== undefined) ? (
        <Button
          loading={edit.saving}
          disabled={names.some((name) => problemOf.get(name) !== undefined)}
          aria-label={save}
          onClick={() => edit.save(names)}
        >
          {t('management.save')}
        </Button>
      ) : undefined}
    </Group>
  )
}
