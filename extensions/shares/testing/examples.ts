import type { ExampleAbout } from '@fieldwatch/e2e/languages/fill-portal'
import type { Place } from '@fieldwatch/e2e/languages/screens'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import type { ShareDraft } from '../contract/shares.ts'

/** Shares one of each kind of screen, for a walk through all texts. */
export function fill(
  _portal: Portal,
  _token: string,
  { name, dataID, share }: ExampleAbout,
): Promise<readonly Place[]> {
  const range = { kind: 'last', minutes: 120 } as const
  const at = new Date().toISOString()
  const drafts: Readonly<Record<string, ShareDraft>> = {
    'shared-overview': { kind: 'overview', what: { dataID } },
    'shared-chart': { kind: 'chart', what: { dataID, chart: 'Air', range } },
    'shared-events': {
      kind: 'events',
      what: { dataID, table: name, range: { kind: 'last', minutes: 600 }, filter: { minDuration: 1 } },
    },
    'shared-map': { kind: 'map', what: { title: name, dataIDs: [dataID] } },
    'shared-past': { kind: 'map', what: { title: name, dataIDs: [dataID], atUTC: at } },
    'shared-password': { kind: 'overview', what: { dataID }, password: 'correct horse' },
  }
  return Promise.all(Object.entries(drafts).map(([page, draft]) => share(page, draft)))
}
