import type { UnitJob } from '@fieldwatch/contract/unit-jobs'
import { formatMoment } from '@fieldwatch/contract/moment-text'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { ownImportsQuery } from '../jobs/job-queries.ts'
import { jobTitle } from '../jobs/job-text.ts'

/** The last imports of the caller: their results are shown again, and they can be undone there. */
export function OwnImports({ onOpen }: { onOpen: (job: UnitJob) => void }) {
  const { timeFormat } = useMe()
  const { data: imports = [] } = useQuery(ownImportsQuery(useApi()))
  if (imports.length === 0) return undefined
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={550}>Your last imports, to look at or undo</Text>
      {imports.map((job) => (
        <Button key={job.jobID} variant="subtle" size="compact-sm" onClick={() => onOpen(job)}>
          {jobTitle(job)}, {formatMoment(Date.parse(job.createdUTC), timeFormat)}
        </Button>
      ))}
    </Stack>
  )
}
