import { ApiError } from '#platform/api/api-error.ts'
import { ChangeFailure, type ConflictAnswer } from '#shared/changes/change-failure.tsx'
import { t } from '../texts.ts'

interface TemplateFailureProps {
  error: unknown
  /** What is as it was after someone else was first. */
  kept?: string
  newer: ConflictAnswer
}

/** Why a template was not saved, and what to do about it. */
export function TemplateFailure(props: TemplateFailureProps) {
  return <ChangeFailure failure={{ text: t('widgets.settings.failed'), advice: reasonOf(props.error) }} {...props} />
}

/** What is new has nothing in the newer template to be compared with. */
export function withoutComparison({ loadNewer, loading }: ConflictAnswer): ConflictAnswer {
  return { loadNewer, loading }
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : t('widgets.settings.failed.advice')
}
