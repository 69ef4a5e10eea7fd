import { FILE_FORMATS, type FileFormat } from '@fieldwatch/contract/tables/table'
import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#platform/texts.ts'

interface FormatMenuProps {
  /** The button that opens it. */
  children: ReactElement
  onChoose: (format: FileFormat) => void
}

/** Asks in which format a file is wanted. */
export function FormatMenu({ children, onChoose }: FormatMenuProps) {
  return (
    <Menu>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {FILE_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => onChoose(format)}>
            {t(`ui.file.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
