import { Button } from '@mantine/core'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { conflictText, isConflict } from './conflict.ts'
import type { NewerVersion } from './use-newer-version.ts'
import { VersionComparison } from './version-comparison.tsx'
import { t } from './texts.ts'

/** What can be done about a conflict; without what was entered, as in a question, both versions are not compared. */
export type ConflictAnswer = Pick<NewerVersion, 'loadNewer' | 'loading'> & Partial<NewerVersion>

interface ChangeFailureProps {
  error: unknown
  /** The text of the failure, with advice after a conflict. */
  failure: { text: string; advice?: string }
  /** What stays unchanged after a conflict. */
  kept?: string
  newer: ConflictAnswer
}

/** Why a change was not saved and what to do; scrolled into sight and read by screen readers. */
export function ChangeFailure({ error, failure, kept = t('changes.kept'), newer }: ChangeFailureProps) {
  const { timeFormat } = useMe()
  const { loadNewer, loading, compare, compared, settle } = newer
  if (!isConflict(error)) return <FormFailure {...failure} />
  return (
    <FormFailure text={failure.text} advice={`${conflictText(error, timeFormat)} ${kept}`}>
      {compared !== undefined && settle !== undefined ? (
        <VersionComparison comparison={compared} onChosen={settle} />
      ) : (
        <>
          <Button variant="default" loading={loading} onClick={loadNewer}>
            {t('changes.load')}
          </Button>
          {compare === undefined ? undefined : (
            <Button variant="default" disabled={loading} onClick={compare}>
              {t('changes.compare')}
            </Button>
          )}
        </>
      )}
    </FormFailure>
  )
}
