import { ApiError } from '#platform/api/api-error.ts'
import { ChangeFailure } from '#shared/changes/change-failure.tsx'

interface TemplateFailureProps {
  error: unknown
  /** What is as it was after somebody else was first. */
  kept?: string
  onLoadNewer: () => void
  loading: boolean
}

/** Why a template was not saved, and what to do about it. */
export function TemplateFailure({ onLoadNewer, loading, ...props }: TemplateFailureProps) {
  return (
    <ChangeFailure
      failure={{ text: 'Failed to update the template.', advice: reasonOf(props.error) }}
      newer={{ loadNewer: onLoadNewer, loading }}
      {...props}
    />
  )
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Please try again.'
}
