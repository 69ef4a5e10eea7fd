import type { ActionRequest } from '@fieldwatch/contract/actions/actions'
import { ChangeFailure, type ConflictAnswer } from '#shared/changes/change-failure.tsx'
import { placeText } from '#shared/requests/request-text.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { t } from './texts.ts'

interface SaveFailureProps {
  /** Why it could not be sent. */
  error: Error | null
  /** What became of what was sent, other than that it worked. */
  ended: ActionRequest | undefined
  newer: ConflictAnswer
}

/** Why a configuration was not changed; undefined where nothing failed. */
export function SaveFailure({ error, ended, newer }: SaveFailureProps) {
  const { timeFormat } = useMe()
  if (error !== null) {
    return (
      <ChangeFailure
        error={error}
        failure={{ text: t('sensor-configuration.failed.request'), advice: error.message }}
        newer={newer}
      />
    )
  }
  if (ended === undefined) return undefined
  return <FormFailure text={t('sensor-configuration.failed.change')} advice={placeText(ended, { timeFormat })} />
}
