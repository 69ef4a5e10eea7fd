import { Burger, Group } from '@mantine/core'
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx'
import { EntityPlace } from './entity-place.tsx'
import { SignedInUser } from './signed-in-user.tsx'
import classes from './header.module.css'

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
