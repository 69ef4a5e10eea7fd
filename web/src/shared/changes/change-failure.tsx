import { Button } from '@mantine/core'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { conflictText, isConflict } from './conflict.ts'
import type { ChangeForm } from './use-change-form.ts'
import { VersionComparison } from './version-comparison.tsx'

/** What a person can do after a conflict; a form that keeps what was entered can also compare. */
export type NewerVersion = Pick<ChangeForm<unknown, object>, 'loadNewer' | 'loading'> &
  Partial<Pick<ChangeForm<unknown, object>, 'compare' | 'compared' | 'settle'>>

interface ChangeFailureProps {
  error: unknown
  /** The text of the failure, with advice after a conflict. */
  failure: { text: string; advice?: string }
  /** What stays unchanged after a conflict. */
  kept?: string
  newer: NewerVersion
}

/** Why a change was not saved and what to do; scrolled into sight and read by screen readers. */
export function ChangeFailure({ error, failure, kept = ENTERED_KEPT, newer }: ChangeFailureProps) {
  const { timeFormat } = useMe()
  const { loadNewer, loading, compare, compared, settle } = newer
  if (!isConflict(error)) return <FormFailure {...failure} />
  return (
    <FormFailure text={failure.text} advice={`${conflictText(error, timeFormat)} ${kept}`}>
      {compared !== undefined && settle !== undefined ? (
        <VersionComparison fields={compared} onChosen={settle} />
      ) : (
        <>
          <Button variant="default" loading={loading} onClick={loadNewer}>
            Load the newer one
          </Button>
          {compare === undefined ? undefined : (
            <Button variant="default" disabled={loading} onClick={compare}>
              Compare both
            </Button>
          )}
        </>
      )}
    </FormFailure>
  )
}

const ENTERED_KEPT = 'Nothing was overwritten, and what you entered is still here.'
