import { Button } from '@mantine/core'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { conflictText, isConflict } from './conflict.ts'

interface ChangeFailureProps {
  error: unknown
  /** The text of the failure, with advice after a conflict. */
  failure: { text: string; advice?: string }
  /** What stays unchanged after a conflict. */
  kept?: string
  onLoadNewer: () => void
  loading: boolean
}

/** Why a change was not saved and what to do; scrolled into sight and read by screen readers. */
export function ChangeFailure({ error, failure, kept = ENTERED_KEPT, onLoadNewer, loading }: ChangeFailureProps) {
  const { timeFormat } = useMe()
  if (!isConflict(error)) return <FormFailure {...failure} />
  return (
    <FormFailure text={failure.text} advice={`${conflictText(error, timeFormat)} ${kept}`}>
      <Button variant="default" loading={loading} onClick={onLoadNewer}>
        Load the newer one
      </Button>
    </FormFailure>
  )
}

const ENTERED_KEPT = 'Nothing was overwritten, and what you entered is still here.'
