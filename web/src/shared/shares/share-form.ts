import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { ShareDraft, type SharedRange } from '@fieldwatch/contract/shares/shares'

export interface ShareValues {
  /** Empty: never. */
  days: string
  password: string
  /** One origin on each line. */
  origins: string
}

export interface SharedPart {
  readonly chart: string
  readonly range: SharedRange
}

interface Shared {
  readonly dataId: DataId
  /** Undefined: the overview. */
  readonly part: SharedPart | undefined
}

/** The request that a form makes now. */
export function draftOf({ days, password, origins }: ShareValues, { dataId, part }: Shared): ShareDraft {
  const pages = originsOf(origins)
  const settings = {
    ...(days === '' ? {} : { expiresUTC: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
    ...(password === '' ? {} : { password }),
    ...(pages.length === 0 ? {} : { origins: pages }),
  }
  return part === undefined
    ? { kind: 'overview', what: { dataID: dataId }, ...settings }
    : { kind: 'chart', what: { dataID: dataId, ...part }, ...settings }
}

/** Names in lower case without the slash that browsers put behind a copied address. */
function originsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== '').map((line) => line.toLowerCase().replace(/\/$/, '')))]
}

/** What a web page contains to show the link in a frame. */
export function embedText(link: string): string {
  return `<iframe src="${link}" title="Fieldwatch" width="100%" height="600" referrerpolicy="no-referrer"></iframe>`
}

/** The errors of a form by its fields, of which the origins are one. */
export function shareErrors(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, text]) => [
      path === 'expiresUTC' ? 'days' : path.startsWith('origins') ? 'origins' : path,
      text,
    ]),
  )
}

export function checkDraft(draft: ShareDraft) {
  return ShareDraft.safeParse(draft)
}
