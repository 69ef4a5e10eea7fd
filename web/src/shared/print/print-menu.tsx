import { ActionIcon, Menu } from '@mantine/core'
import { usePrinting } from '#platform/print/print-context.tsx'
import { IconDotsVertical, IconPrinter } from '#ui/icons/icons.ts'
import { t } from './texts.ts'

interface PrintMenuProps {
  /** What the menu belongs to. */
  label: string
}

/** The menu of a page. */
export function PrintMenu({ label }: PrintMenuProps) {
  const { print } = usePrinting()
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="var(--fw-touch-target)" aria-label={label}>
          <IconDotsVertical stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPrinter size="1.2em" stroke={1.5} aria-hidden />} onClick={print}>
          {t('print.print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
