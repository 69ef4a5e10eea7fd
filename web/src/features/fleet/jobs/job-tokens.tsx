import type { UnitJob } from '@fieldwatch/contract/units/unit-jobs'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { saveCsv } from '#shared/downloads/save-csv.ts'
import { connectionQuery } from '#shared/unit-setup/unit-setup-queries.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useState } from 'react'
import { useCreateTokens } from './job-queries.ts'
import { countText, tokensCsv } from './job-text.ts'

/** The tokens of the units that an import added: made and downloaded once. */
export function JobTokens({ job }: { job: UnitJob }) {
  const { data: connection } = useQuery(connectionQuery(useApi()))
  const create = useCreateTokens(job.jobID)
  const [saved, setSaved] = useState(false)
  // What was made and not saved is lost with the dialog.
  useUnsaved(create.data !== undefined && !saved)
  if (create.data !== undefined) {
    const { units, leftOut } = create.data
    const save = (): void => {
      if (connection !== undefined) saveCsv(tokensCsv(units, connection), `unit-tokens-${job.jobID}.csv`)
      setSaved(true)
    }
    return (
      <>
        <SuccessNote
          text={`The tokens of ${countText(units.length)} are made.`}
          advice={
            leftOut.length === 0
              ? 'They are shown nowhere again: keep the file where only those who set up the units can read it.'
              : `They are shown nowhere again. ${countText(leftOut.length)} had a token by then and ${leftOut.length === 1 ? 'keeps' : 'keep'} it.`
          }
        />
        <Group>
          <Button disabled={connection === undefined} onClick={save}>
            {saved ? 'Download the tokens again' : 'Download the tokens'}
          </Button>
        </Group>
      </>
    )
  }
  if (job.tokens === 'taken') {
    return <Text c="dimmed">The tokens of the new units were made and downloaded. They are shown once only.</Text>
  }
  if (job.tokens === 'none') return undefined
  return (
    <>
      <Text>
        The {job.counts.created === 1 ? 'new unit has' : 'new units have'} no token yet. Tokens are made once, as one
        file with what each unit signs in with.
      </Text>
      <Group>
        <Button loading={create.isPending} {...PRESS_ONCE} onClick={() => create.mutate()}>
          Make the tokens of {countText(job.counts.created)}
        </Button>
      </Group>
      {create.isError ? <FailureNote text={create.error.message} /> : undefined}
    </>
  )
}
