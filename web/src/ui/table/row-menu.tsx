import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '#ui/icons/icons.ts'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import type { RowAction } from './column.ts'
import classes from './data-table.module.css'

interface RowMenuProps {
  label: string
  actions: readonly RowAction[]
  /** Where the menu hangs: outside what scrolls, and within the part of the page that the table belongs to. */
  place: HTMLElement | null
}

/** What can be done with one row. Without anything to do there is no menu. */
export function RowMenu({ label, actions, place }: RowMenuProps) {
  if (actions.length === 0) return undefined
  return (
    <Menu
      position="bottom-end"
      withInitialFocusPlaceholder={false}
      hideDetached={false}
      portalProps={place === null ? {} : { target: place }}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="var(--fw-control)" aria-label={label}>
          <IconDotsVertical stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            className={classes['action'] ?? ''}
            leftSection={action.icon}
            disabled={action.disabled === true}
            {...(action.danger === true ? { color: 'var(--mantine-color-error)' } : {})}
            {...PRESS_ONCE}
            onClick={action.onSelect}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
