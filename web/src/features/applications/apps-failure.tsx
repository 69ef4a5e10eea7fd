import { LoadFailure } from '#ui/components/load-failure.tsx'
import { t } from './texts.ts'

interface AppsFailureProps {
  message: string
  onRetry: () => unknown
}

/** Shown instead of the applications when they could not be read. */
export function AppsFailure({ message, onRetry }: AppsFailureProps) {
  return <LoadFailure page title={t('applications.failed')} message={message} onRetry={() => void onRetry()} />
}
