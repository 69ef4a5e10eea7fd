import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '#ui/icons/icons.ts'

const SCHEMES = {
  auto: { next: 'light', label: 'Colours follow the system', Icon: IconDeviceDesktop },
  light: { next: 'dark', label: 'Light colours', Icon: IconSun },
  dark: { next: 'auto', label: 'Dark colours', Icon: IconMoon },
} as const

/** Goes round: as the system, light, dark. */
export function ColourSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { next, label, Icon } = SCHEMES[colorScheme]
  const text = `${label}. Change to: ${SCHEMES[next].label.toLowerCase()}`
  return (
    <ActionIcon
      variant="default"
      size="var(--fw-control)"
      aria-label={text}
      title={text}
      onClick={() => setColorScheme(next)}
    >
      <Icon stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  )
}
