import { ActionIcon, Burger, Group, useMantineColorScheme } from '@mantine/core'
import { EntityPlace } from './entity-place.tsx'
import { SignedInUser } from './signed-in-user.tsx'
import classes from './header.module.css'
import { IconDeviceDesktop, IconMoon, IconSun } from '#ui/icons/icons.ts'
import { t } from './texts.ts'

interface HeaderProps {
  /** What the button of the menu reads and does. */
  menu: { readonly label: string; readonly press: () => void }
}

export function Header({ menu }: HeaderProps) {
  return (
    <header className={classes['header']}>
      <Group gap="sm" wrap="nowrap" className={classes['start'] ?? ''}>
        <Burger onClick={menu.press} aria-label={menu.label} title={menu.label} size="sm" />
        <EntityPlace />
      </Group>
      <Group gap="md" wrap="nowrap">
        <ColourSchemeSwitch />
        <div className={classes['user']}>
          <SignedInUser />
        </div>
      </Group>
    </header>
  )
}

const SCHEMES = {
  auto: { next: 'light', Icon: IconDeviceDesktop },
  light: { next: 'dark', Icon: IconSun },
  dark: { next: 'auto', Icon: IconMoon },
} as const

/** Goes round: as the system, light, dark. */
function ColourSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { next, Icon } = SCHEMES[colorScheme]
  const text = t(`shell.colours.${colorScheme}`)
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
