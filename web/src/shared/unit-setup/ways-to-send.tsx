import type { ConnectionSettings } from '@fieldwatch/contract/api/connection'
import { Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { offeredDoors } from '#platform/extensions/web-extension.ts'
import { saveFile } from '#shared/downloads/save-file.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { CopyText } from '#ui/components/copy-text.tsx'
import { IconCheck, IconCopy, IconDownload } from '#ui/icons/icons.ts'
import { httpCommand, mqttCommand, type UnitCredentials } from './connect-commands.ts'
import { Copyable } from './copyable.tsx'
import { fillProgram, UNIT_PROGRAMS, type UnitProgram } from './unit-programs.ts'
import { t } from './texts.ts'

const TERMINAL = 'terminal'

interface WaysToSendProps {
  connection: ConnectionSettings
  unit: UnitCredentials
  /** A program with the token was taken. */
  onKeep: () => void
}

/** Commands and programs that send records, with the address of the portal and what the unit signs in with. */
export function WaysToSend({ connection, unit, onKeep }: WaysToSendProps) {
  const [chosen, setChosen] = useState(TERMINAL)
  const program = UNIT_PROGRAMS.find(({ guide }) => guide === chosen)
  const doors = offeredDoors().filter(({ door }) => isOpen(connection, door))
  const door = doors.find((one) => `door:${one.door}` === chosen)
  return (
    <>
      <NativeSelect
        label={t('unit-setup.program')}
        data={[
          { value: TERMINAL, label: t('unit-setup.program.terminal') },
          ...UNIT_PROGRAMS.map(({ guide }) => ({ value: guide, label: t(`unit-setup.program.${guide}`) })),
          ...doors
            .toSorted((one, other) => one.products.localeCompare(other.products))
            .map((one) => ({ value: `door:${one.door}`, label: one.products })),
        ]}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {door !== undefined ? (
        <Suspense>
          <door.Settings connection={connection} unit={unit} onKeep={onKeep} />
        </Suspense>
      ) : program === undefined ? (
        <>
          <Text>{t('unit-setup.program.terminal.help')}</Text>
          <Copyable label={t('unit-setup.program.mqtt')} text={mqttCommand(connection, unit)} />
          <Copyable label={t('unit-setup.program.http')} text={httpCommand(connection, unit)} />
        </>
      ) : (
        <Program key={program.file} program={program} connection={connection} unit={unit} onKeep={onKeep} />
      )}
    </>
  )
}

function isOpen({ doors, ports }: ConnectionSettings, door: string): boolean {
  return doors.includes(door) || door in ports
}

interface ProgramProps extends WaysToSendProps {
  program: UnitProgram
}

function guideOf({ guide }: UnitProgram) {
  return (words: ReactNode) => (
    <Anchor key="guide" href={`/docs/guides/${guide}.html`} target="_blank" rel="noopener" underline="always">
      {words}
    </Anchor>
  )
}

function Program({ program, connection, unit, onKeep }: ProgramProps) {
  const { data: text, error } = useQuery({
    queryKey: ['unit-program', program.file, connection, unit],
    queryFn: () => fillProgram(program, connection, unit),
    // The token goes with the window.
    gcTime: 0,
  })
  return (
    <Stack gap="xs">
      <Text>
        {t(`unit-setup.program.${program.guide}.help`)}{' '}
        {t.rich('unit-setup.program.filled', { guide: guideOf(program) })}
      </Text>
      {error === null ? undefined : <FailureNote text={error.message} />}
      <Group gap="xs">
        <Button
          leftSection={<IconDownload size="1rem" aria-hidden="true" />}
          disabled={text === undefined}
          onClick={() => {
            saveFile(new Blob([text ?? ''], { type: 'text/plain;charset=utf-8' }), program.file)
            onKeep()
          }}
        >
          {t('unit-setup.program.download', { file: program.file })}
        </Button>
        <CopyText text={text ?? ''} onCopied={onKeep}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={
                copied ? <IconCheck size="1rem" aria-hidden="true" /> : <IconCopy size="1rem" aria-hidden="true" />
              }
              disabled={text === undefined}
              onClick={copy}
            >
              {copied ? t('unit-setup.copied') : t('unit-setup.copy')}
            </Button>
          )}
        </CopyText>
      </Group>
    </Stack>
  )
}
