import { LoadFailure } from '#ui/components/load-failure.tsx'

interface AppsFailureProps {
  message: string
  onRetry: () => unknown
}

/** Shown instead of the applications when they could not be read. */
export function AppsFailure({ message, onRetry }: AppsFailureProps) {
  return <LoadFailure page title="The applications cannot be shown" message={message} onRetry={() => void onRetry()} />
}
