import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DoorSettingsProps } from '#platform/extensions/web-extension.ts'
import { Copyable } from './copyable.tsx'
import type { DoorWay } from './doors/door-way.ts'
import { t } from './texts.ts'

interface Props extends DoorSettingsProps {
  way: DoorWay
  /** What has to be done before. */
  children?: ReactNode
}

/** What to type into a device that speaks the protocol of another product. */
export function DoorSettings({ way, connection, unit, onKeep, children }: Props) {
  return (
    <Stack gap="xs">
      <Text>
        {way.help()} {t.rich('unit-setup.door.guide', { guide: guideOf(way) })}
      </Text>
      {children}
      {way.settings(connection, unit).map(({ label, text }) => (
        <Copyable key={label} label={label} text={text} {...(text.includes(unit.token) ? { onCopy: onKeep } : {})} />
      ))}
    </Stack>
  )
}

function guideOf({ guide }: DoorWay) {
  return (words: ReactNode) => (
    <Anchor key="guide" href={guide} target="_blank" rel="noopener" underline="always">
      {words}
    </Anchor>
  )
}
