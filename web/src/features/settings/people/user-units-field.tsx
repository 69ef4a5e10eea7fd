import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { ReactNode } from 'react'
import { UnitsPicker } from '#shared/units/units-picker.tsx'
import { NEW_ENTITY } from './user-values.ts'
import { t } from './texts.ts'

interface UserUnitsFieldProps {
  /** The entity of the user: its id, or `NEW_ENTITY`, which has no units yet. */
  entity: string
  value: readonly string[]
  error: ReactNode
  onChange: (units: readonly string[]) => void
}

/** The units that a user is responsible for. */
export function UserUnitsField({ entity, value, error, onChange }: UserUnitsFieldProps) {
  return (
    <UnitsPicker
      label={t('people.user.units')}
      description={t('people.user.units.help')}
      placeholder={value.length === 0 ? t('people.user.units.none') : ''}
      entity={entity as EntityId}
      isEmpty={entity === NEW_ENTITY || entity === ''}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
