import type { WaitingMessage } from '#delivery/outbox/outbox-store.ts'

const KINDS = { mail: 'Mail', sms: 'SMS', webhook: 'Webhook' } as const

/** A message as a person reads it at a terminal. */
export function formatMessage({ kind, recipient, subject, body, createdAt, attached }: WaitingMessage): string {
  const head = [
    `${KINDS[kind]} to ${recipient}, ${new Date(createdAt).toISOString()}`,
    ...(subject === '' ? [] : [`Subject: ${subject}`]),
    ...attached.map(({ name, bytes }) => `Attached: ${name}, ${sizeText(bytes)}`),
  ]
  const text = body === '' ? 'It was not sent in time, and its text was removed.' : withoutControls(body).trimEnd()
  return `${head.map(withoutControls).join('\n')}\n\n${text}\n`
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** A name that someone chose must not steer the terminal. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '')
}
