import type { WaitingMessage } from '#delivery/outbox/outbox-store.ts'

/** A message as a person reads it at a terminal. */
export function formatMessage({ kind, recipient, subject, body, createdAt, attached }: WaitingMessage): string {
  const head = [
    `${nameOf(kind)} to ${recipient}, ${new Date(createdAt).toISOString()}`,
    ...(subject === '' ? [] : [`Subject: ${subject}`]),
    ...attached.map(({ name, bytes }) => `Attached: ${name}, ${sizeText(bytes)}`),
  ]
  const text = body === '' ? 'It was not sent in time, and its text was removed.' : withoutControls(body).trimEnd()
  return `${head.map(withoutControls).join('\n')}\n\n${text}\n`
}

/** How a person calls a kind of messages: `SMS`, `Mail`. */
function nameOf(kind: string): string {
  return kind === 'sms' ? 'SMS' : `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** A name that someone chose must not steer the terminal. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '')
}
