import { ApiError } from '#platform/api/api-error.ts'

interface FailureText {
  text: string
  advice?: string
}

/** What is said when nothing came of a passkey: by what the portal or the browser refused. */
export function passkeyFailure(error: Error): FailureText {
  if (error instanceof ApiError) return { text: error.message }
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return { text: 'No passkey was used.', advice: 'It was cancelled or took too long. Try again.' }
    case 'InvalidStateError':
      return { text: 'This device has a passkey for your account already.' }
    case 'SecurityError':
      return {
        text: 'Passkeys do not work at this address.',
        advice: 'They belong to the address of the portal as its links in mails have it. Open it there.',
      }
    default:
      return { text: 'The passkey could not be used.', advice: error.message }
  }
}
