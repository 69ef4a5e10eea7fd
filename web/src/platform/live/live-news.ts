import type {
  LiveAlerts,
  LiveModified,
  LiveOccurrences,
  LiveOutdated,
  LiveRemoved,
  LiveRequests,
  LiveTemplate,
  LiveThings,
} from '@fieldwatch/contract/telemetry/live'

/** The events of a stream that are not records, by their names: what they are about is said in the contract. */
interface NewsData {
  modified: LiveModified
  removed: LiveRemoved
  outdated: LiveOutdated
  template: LiveTemplate
  occurrences: LiveOccurrences
  things: LiveThings
  requests: LiveRequests
  /** Alerts that the person sees changed: on the watched unit, or on any. */
  alerts: LiveAlerts
  /** Labels in reach changed. */
  labels: unknown
  /** Places of an entity changed. */
  places: unknown
  /** Shared templates in reach changed, or which units have them. */
  templates: unknown
}

type NewsName = keyof NewsData

export type LiveNews = { [Name in NewsName]: { readonly name: Name; readonly data: NewsData[Name] } }[NewsName]

/** What is done about news, by their names. */
export type DocumentListener = { readonly [Name in NewsName]?: (data: NewsData[Name]) => void } & {
  /**
   * The stream opened. The first time, it has the changes of units from then on; what else was read before may have changed in the
   * meantime. Again, changes in between were missed.
   */
  readonly opened?: (stream: { again: boolean }) => void
}

/** An event as it was sent. One that only a newer release knows is ignored. */
export function readNews(name: string, data: string): LiveNews {
  // The server writes them with the types of the contract.
  return { name, data: JSON.parse(data) } as LiveNews
}

export function hearNews(listener: DocumentListener, { name, data }: LiveNews): void {
  // TypeScript does not see that the name chooses the data.
  const hear = listener[name] as ((data: LiveNews['data']) => void) | undefined
  hear?.(data)
}
