import { Burger, Group } from '@mantine/core'
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx'
import { EntityPlace } from './entity-place.tsx'
import { SignedInUser } from './signed-in-user.tsx'
import classes from './header.module.css'

interface HeaderProps {
  onMenu: () => void
}

export function Header({ onMenu }: HeaderProps) {
  return (
    <header className={classes['header']}>
      <Group gap="sm" wrap="nowrap" className={classes['start'] ?? ''}>
        <Burger onClick={onMenu} aria-label="Open the menu" size="sm" hiddenFrom="md" />
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
