import type { ConnectionSettings } from '@fieldwatch/contract/api/connection'
import { Anchor, Button, CopyButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '#shared/downloads/save-file.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { IconCheck, IconCopy, IconDownload } from '#ui/icons/icons.ts'
import { httpCommand, mqttCommand, type UnitCredentials } from './connect-commands.ts'
import { Copyable } from './copyable.tsx'
import { fillProgram, UNIT_PROGRAMS, type UnitProgram } from './unit-programs.ts'

const TERMINAL = 'A computer with a terminal, to try it'

interface WaysToSendProps {
  connection: ConnectionSettings
  unit: UnitCredentials
  /** A program with the token was taken. */
  onKeep: () => void
}

/** Commands and programs that send records, with the address of the portal and what the unit signs in with. */
export function WaysToSend({ connection, unit, onKeep }: WaysToSendProps) {
  const [chosen, setChosen] = useState(TERMINAL)
  const program = UNIT_PROGRAMS.find(({ name }) => name === chosen)
  return (
    <>
      <NativeSelect
        label="What sends"
        data={[TERMINAL, ...UNIT_PROGRAMS.map(({ name }) => name)]}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {program === undefined ? (
        <>
          <Text>Send a first record with one of these commands:</Text>
          <Copyable label="MQTT" text={mqttCommand(connection, unit)} />
          <Copyable label="HTTP" text={httpCommand(connection, unit)} />
        </>
      ) : (
        <Program key={program.file} program={program} connection={connection} unit={unit} onKeep={onKeep} />
      )}
    </>
  )
}

interface ProgramProps extends WaysToSendProps {
  program: UnitProgram
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
        {program.text} The address of the portal, the dataID and the token are filled in.{' '}
        <Anchor href={`/docs/guides/${program.guide}.html`} target="_blank" rel="noopener" underline="always">
          How to set it up
        </Anchor>
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
          Download {program.file}
        </Button>
        <CopyButton value={text ?? ''}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={
                copied ? <IconCheck size="1rem" aria-hidden="true" /> : <IconCopy size="1rem" aria-hidden="true" />
              }
              disabled={text === undefined}
              onClick={() => {
                copy()
                onKeep()
              }}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
