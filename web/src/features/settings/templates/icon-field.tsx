import { UNIT_ICONS, UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import { Group, Select } from '@mantine/core'
import { UNIT_ICON_LOOKS, unitIconName } from '#ui/icons/unit-icons.ts'
import { t } from './texts.ts'

interface IconFieldProps {
  value: UnitIcon | null
  onChange: (icon: UnitIcon | null) => void
}

/** Which icon the units that share a template get. */
export function IconField({ value, onChange }: IconFieldProps) {
  return (
    <Select
      label={t('templates.icon')}
      description={t('templates.icon.help')}
      placeholder={t('templates.icon.none')}
      clearable
      clearButtonProps={{ 'aria-label': t('templates.icon.clear') }}
      data={UNIT_ICONS.map((icon) => ({ value: icon, label: unitIconName(icon) }))}
      leftSection={value === null ? undefined : <IconLook icon={value} />}
      renderOption={({ option }) => (
        <Group gap="xs">
          <IconLook icon={UnitIcon.parse(option.value)} />
          {option.label}
        </Group>
      )}
      value={value}
      onChange={onChange}
    />
  )
}

/** The icon itself; its name is beside it. */
export function IconLook({ icon }: { icon: UnitIcon }) {
  const Icon = UNIT_ICON_LOOKS[icon]
  return <Icon size="1.25rem" stroke={1.5} aria-hidden="true" />
}
