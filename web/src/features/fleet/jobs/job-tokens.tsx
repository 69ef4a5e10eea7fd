import type { UnitJob } from '@fieldwatch/contract/units/unit-jobs'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { FileFormat } from '@fieldwatch/contract/tables/table'
import { FormatMenu } from '#shared/downloads/format-menu.tsx'
import { saveSheet } from '#shared/downloads/save-sheet.ts'
import { connectionQuery } from '#shared/unit-setup/unit-setup-queries.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useState } from 'react'
import { useCreateTokens } from './job-queries.ts'
import { tokensSheet } from './job-text.ts'
import { t } from './texts.ts'

/** The tokens of the units that an import added: made and downloaded once. */
export function JobTokens({ job }: { job: UnitJob }) {
  const { data: connection } = useQuery(connectionQuery(useApi()))
  const create = useCreateTokens(job.jobID)
  const [saved, setSaved] = useState(false)
  // What was made and not saved is lost with the dialog.
  useUnsaved(create.data !== undefined && !saved)
  if (create.data !== undefined) {
    const { units, leftOut } = create.data
    const save = async (format: FileFormat): Promise<void> => {
      if (connection === undefined) return
      await saveSheet(tokensSheet(units, connection), `unit-tokens-${job.jobID}`, format)
      setSaved(true)
    }
    return (
      <>
        <SuccessNote
          text={t('many-units.tokens.created', { count: units.length })}
          advice={
            leftOut.length === 0
              ? t('many-units.tokens.once')
              : t('many-units.tokens.left-out', { count: leftOut.length })
          }
        />
        <Group>
          <FormatMenu onChoose={(format) => void save(format)}>
            <Button disabled={connection === undefined}>
              {saved ? t('many-units.tokens.download.again') : t('many-units.tokens.download')}
            </Button>
          </FormatMenu>
        </Group>
      </>
    )
  }
  if (job.tokens === 'taken') {
    return <Text c="dimmed">{t('many-units.tokens.taken')}</Text>
  }
  if (job.tokens === 'none') return undefined
  return (
    <>
      <Text>{t('many-units.tokens.none', { count: job.counts.created })}</Text>
      <Group>
        <Button loading={create.isPending} {...PRESS_ONCE} onClick={() => create.mutate()}>
          {t('many-units.tokens.create', { count: job.counts.created })}
        </Button>
      </Group>
      {create.isError ? <FailureNote text={create.error.message} /> : undefined}
    </>
  )
}
