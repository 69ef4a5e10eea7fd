import type { Message } from '#delivery/outbox/outbox-store.ts'

const KINDS = { mail: 'Mail', sms: 'SMS', webhook: 'Webhook' } as const

/** A message as a person reads it at a terminal. */
export function formatMessage({ kind, recipient, subject, body, createdAt }: Message): string {
  const head = [
    `${KINDS[kind]} to ${recipient}, ${new Date(createdAt).toISOString()}`,
    ...(subject === '' ? [] : [`Subject: ${subject}`]),
  ]
  const text = body === '' ? 'It was not sent in time, and its text was removed.' : withoutControls(body).trimEnd()
  return `${head.map(withoutControls).join('\n')}\n\n${text}\n`
}

/** A name that somebody chose must not steer the terminal. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '')
}
