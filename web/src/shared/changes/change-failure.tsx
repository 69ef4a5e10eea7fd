import { Button } from '@mantine/core'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { conflictText, isConflict } from './conflict.ts'

interface ChangeFailureProps {
  error: unknown
  /** What is said first, and what is advised where somebody else was not first. */
  failure: { text: string; advice?: string }
  /** What is as it was after somebody else was first. */
  kept?: string
  onLoadNewer: () => void
  loading: boolean
}

/** Why a change was not saved, and what to do about it; it comes into sight, and a screen reader says it at once. */
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
