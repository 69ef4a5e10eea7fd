import { Switch } from '@mantine/core'
import { hasYesNo, type UnitSources } from './source-choices.ts'
import { t } from './texts.ts'

interface YesNoSwitchProps {
  sources: UnitSources
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Offers fields of yes or no beside the numbers of a unit, where it has some. */
export function YesNoSwitch({ sources, checked, onChange }: YesNoSwitchProps) {
  if (!hasYesNo(sources)) return undefined
  return (
    <Switch
      label={t('units.source.yes-no')}
      description={t('units.source.yes-no.help')}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
