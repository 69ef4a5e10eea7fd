import type { MailServer, ReceivedMail } from '../support/mail-server.ts'

/** What mails said of alerts, by the id of each mail: one that was sent again has the id that it had before. */
export type AlarmMails = ReadonlyMap<string, readonly string[]>

/** Notes what mails of alerts say from now on. */
export function collectAlarmMails(mails: MailServer): AlarmMails {
  const said = new Map<string, readonly string[]>()
  mails.onMail((mail) => {
    const moments = readMoments(mail)
    if (moments.length > 0) said.set(readId(mail), moments)
  })
  return said
}

/** The moments of which there was more than one mail. A mail that was sent twice, as its server died before it noted the first time, is one. */
export function findDoubled(mails: AlarmMails): string[] {
  const all = [...mails.values()].flatMap((moments) => [...new Set(moments)])
  return [...Map.groupBy(all, (moment) => moment)].flatMap(([moment, times]) => (times.length > 1 ? [moment] : []))
}

function readId({ text }: ReceivedMail): string {
  const [, id = ''] = /^Message-ID: <(\S+)>/im.exec(text) ?? []
  return id
}

/** The change of an alert, the alert and the moment of each line of the text, as `Triggered: High on unit-1 alert=… at=…`. */
function readMoments({ text }: ReceivedMail): string[] {
  const [plain = ''] = text.split(/^Content-Type: text\/html/im)
  const decoded = plain.replaceAll(/=([\dA-F]{2})/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  let title = ''
  return decoded.split(/\r?\n/).flatMap((line) => {
    if (TITLE.test(line)) title = line
    if (title === '' || !ADDRESS.test(line)) return []
    const { searchParams } = new URL(line)
    return [`${title} alert=${searchParams.get('alert')} at=${searchParams.get('at')}`]
  })
}

const ADDRESS = /^https?:\S+\/time-series\?/
const TITLE = /^(Triggered|Still triggered|OK again|Changed [\w ,]+): /
