import type { ConnectionSettings } from '@fieldwatch/contract/api/connection'
import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { UnitCredentials } from './connect-commands.ts'
import { Copyable } from './copyable.tsx'
import type { DoorWay } from './doors/door-way.ts'
import { TrackerImei } from './tracker-imei.tsx'
import { t } from './texts.ts'

interface DoorSettingsProps {
  way: DoorWay
  connection: ConnectionSettings
  unit: UnitCredentials
  /** Something with the token was copied. */
  onKeep: () => void
}

/** What to type into a device that speaks the protocol of another product. */
export function DoorSettings({ way, connection, unit, onKeep }: DoorSettingsProps) {
  return (
    <Stack gap="xs">
      <Text>
        {way.help()} {t.rich('unit-setup.door.guide', { guide: guideOf(way) })}
      </Text>
      {way.door === 'teltonika' ? <TrackerImei dataId={unit.dataId} /> : undefined}
      {way.settings(connection, unit).map(({ label, text }) => (
        <Copyable key={label} label={label} text={text} {...(text.includes(unit.token) ? { onCopy: onKeep } : {})} />
      ))}
    </Stack>
  )
}

function guideOf({ guide }: DoorWay) {
  return (words: ReactNode) => (
    <Anchor key="guide" href={`/docs/guides/doors.html#${guide}`} target="_blank" rel="noopener" underline="always">
      {words}
    </Anchor>
  )
}
