import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { createTransport } from 'nodemailer'
import { MessageRefused, type MessageSender } from '#delivery/outbox/deliver-outbox.ts'
import type { Attachment } from '#delivery/outbox/outbox-store.ts'

export interface MailServer {
  /** Such as `smtp://user:password@mail.example:587`. */
  url: string
  /** The sender of our mails. */
  from: string
  /** How long to wait before the first retry; then it grows. */
  retrySeconds?: number
}

/** As many connections as mail servers usually take from one client. */
export const MAILS_AT_ONCE = 5

/**
 * Hands mails to a mail server by SMTP. A connection is kept for the next mail, until the mail server closes it. Only the outbox tries
 * again: it notes that the mail may have arrived before.
 */
export function createMailSender({ url, from }: MailServer): MessageSender {
  const transport = createTransport({ url, pool: true, maxConnections: MAILS_AT_ONCE, maxRequeues: 0 })
  return {
    kind: 'mail',
    close: () => transport.close(),
    send: async ({ id, recipient, subject, body, html, headers = {} }, files) => {
      // Passed as an object, so that a comma or a bracket in the address adds no second recipient.
      const to = { name: '', address: recipient }
      const parts = html === undefined ? { text: body } : { text: body, html }
      // The same at each try, so that a recipient can recognise duplicates.
      const messageId = `<${id}@fieldwatch>`
      const mail = {
        from,
        to,
        subject,
        ...parts,
        headers: { ...headers },
        attachments: files.map(attachmentOf),
        messageId,
      }
      await transport.sendMail(mail).catch((error: Error) => {
        throw isFinal(error) ? new MessageRefused(error.message, { cause: error }) : error
      })
    },
  }
}

/** It is unpacked while it is sent. */
function attachmentOf({ name, contentType, packed }: Attachment) {
  return { filename: name, contentType, content: Readable.from([packed]).pipe(createZstdDecompress()) }
}

/**
 * The mail server will never take a mail for this recipient: RFC 5321, section 4.2.1, replies of the form 5yz to RCPT. Those to other
 * commands are about the mail server or its settings, which can be mended.
 */
function isFinal(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown }
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
}
