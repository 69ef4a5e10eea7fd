import { ApiError } from '#platform/api/api-error.ts'
import { t } from './texts.ts'

/** What is said when nothing came of a passkey: by what the portal or the browser refused. */
export function passkeyFailure(error: Error): { text: string; advice?: string } {
  if (error instanceof ApiError) return { text: error.message }
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return { text: t('second-step.passkey.unused'), advice: t('second-step.passkey.unused.help') }
    case 'InvalidStateError':
      return { text: t('second-step.passkey.exists') }
    case 'SecurityError':
      return {
        text: t('second-step.passkey.address'),
        advice: t('second-step.passkey.address.help'),
      }
    default:
      return { text: t('second-step.passkey.failed'), advice: error.message }
  }
}
