import { createTransport } from 'nodemailer'
import type { BrowserSettings } from '#platform/browser/browser-process.ts'
import { drawCheckPage } from '#platform/browser/check-browser.ts'
import { createDrawPdf } from '#platform/browser/draw-pdf.ts'
import { reasonText } from '#platform/errors/reason-text.ts'
import { type Finding, note, well, wrong } from './finding.ts'

const MAIL_MS = 10_000

/** Connects and signs in to the mail server, without sending anything. */
export async function checkMail(smtpUrl: string | undefined): Promise<Finding> {
  if (smtpUrl === undefined) return note('There is no mail server (SMTP_URL): mails stay in the outbox.')
  const transport = createTransport(smtpUrl, {
    connectionTimeout: MAIL_MS,
    greetingTimeout: MAIL_MS,
    socketTimeout: MAIL_MS,
  } as object)
  const { host } = new URL(smtpUrl)
  try {
    await transport.verify()
    return well(`The mail server ${host} answers.`)
  } catch (error) {
    return wrong(`The mail server ${host} cannot be used: ${reasonText(error)}. Until then, mails stay in the outbox.`)
  } finally {
    transport.close()
  }
}

export async function checkBrowser(browser: BrowserSettings): Promise<Finding> {
  try {
    await drawCheckPage(createDrawPdf(browser))
    return well('PDF of scheduled reports can be drawn.')
  } catch (error) {
    return wrong(
      `PDF of scheduled reports cannot be drawn with ${browser.path} (FIELDWATCH_CHROMIUM): ${reasonText(error)}.`,
    )
  }
}
