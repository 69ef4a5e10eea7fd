import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import type {
  LiveAlerts,
  LiveModified,
  LiveNotes,
  LiveOccurrences,
  LiveRequests,
  LiveTemplate,
} from '@fieldwatch/contract/telemetry/live'
import type { FromWorker } from './live-messages.ts'
import { keyOf, type Source } from './live-state.ts'

export interface RecordListener {
  /** New records, oldest first. A record that came before may come again: the same `messageUTC` is the same record. */
  onRecords: (records: DataRecord[]) => void
  /** The stream now has the source; without a cursor, read what came before once more. */
  onJoined?: () => void
  /** Everything behind the cursor has arrived. */
  onLoaded?: () => void
}

export interface DocumentListener {
  onModified?: (document: LiveModified) => void
  /** The unit is no longer one of the viewing units. */
  onRemoved?: (dataId: string) => void
  /** What was read of the viewing units may lack changes that do not come: they have to be read again. */
  onOutdated?: () => void
  /** The template that the watched unit shows has a newer version. */
  onTemplate?: (template: LiveTemplate) => void
  /** Occurrences of an event table of the watched unit changed. */
  onOccurrences?: (table: LiveOccurrences) => void
  /** Notes on the watched unit were added, changed or deleted. */
  onNotes?: (unit: LiveNotes) => void
  /** Requests to the watched unit are new, or in another state. */
  onRequests?: (unit: LiveRequests) => void
  /** Alerts that the person sees changed: on the watched unit, or on any. */
  onAlerts?: (alerts: LiveAlerts) => void
  /** Labels in reach changed. */
  onLabels?: () => void
  /** Places of an entity changed. */
  onPlaces?: () => void
  /** Incidents of an entity changed. */
  onIncidents?: () => void
  /** Shared templates in reach changed, or which units have them. */
  onTemplates?: () => void
  /** The stream opened for the first time. It has the changes of units from then on; what else was read before may have changed in the meantime. */
  onOpened?: () => void
  /** The stream reopened; changes in between were missed. */
  onReopened?: () => void
}

/** What the worker sends of what was listened to. */
type LiveNews = Exclude<FromWorker, { type: 'need-token' | 'report' | 'stopped' }>

/** Who in this tab listens to what. */
export function createLiveListeners() {
  const records = new Map<string, Set<RecordListener>>()
  const documents: { devices: string; listener: DocumentListener }[] = []

  function listenersOf(source: Source): RecordListener[] {
    return [...(records.get(keyOf(source)) ?? [])]
  }

  return {
    /** The returned function removes the listener, and returns whether it was the last one of the source. */
    addRecords: (source: Source, listener: RecordListener): (() => boolean) => {
      const key = keyOf(source)
      const listeners = records.get(key) ?? new Set()
      records.set(key, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || records.get(key) !== listeners) return false
        return records.delete(key)
      }
    },

    /** The returned function removes the listener, and returns what those before it watch. */
    addDocuments: (devices: string, listener: DocumentListener): (() => string | undefined) => {
      const entry = { devices, listener }
      documents.push(entry)
      return () => {
        documents.splice(documents.indexOf(entry), 1)
        return documents.at(-1)?.devices
      }
    },

    tellOpened: ({ again }: { again: boolean }): void => {
      for (const { listener } of documents) {
        if (again) listener.onReopened?.()
        else listener.onOpened?.()
      }
    },

    tell: (news: LiveNews): void => {
      switch (news.type) {
        case 'added':
          for (const listener of listenersOf(news.source)) listener.onRecords(news.records)
          return
        case 'joined':
          for (const source of news.fresh) for (const listener of listenersOf(source)) listener.onJoined?.()
          return
        case 'loaded':
          for (const source of news.sources) for (const listener of listenersOf(source)) listener.onLoaded?.()
          return
        default:
          for (const { listener } of documents) tellDocument(listener, news)
      }
    },
  }
}

function tellDocument(
  listener: DocumentListener,
  news: Exclude<LiveNews, { type: 'added' | 'joined' | 'loaded' }>,
): void {
  switch (news.type) {
    case 'modified':
      for (const document of news.documents) listener.onModified?.(document)
      return
    case 'removed':
      listener.onRemoved?.(news.unit.dataID)
      return
    case 'outdated':
      listener.onOutdated?.()
      return
    case 'template':
      listener.onTemplate?.(news.template)
      return
    case 'occurrences':
      listener.onOccurrences?.(news.table)
      return
    case 'notes':
      listener.onNotes?.(news.unit)
      return
    case 'requests':
      listener.onRequests?.(news.unit)
      return
    case 'alerts':
      listener.onAlerts?.(news.alerts)
      return
    case 'labels':
      listener.onLabels?.()
      return
    case 'places':
      listener.onPlaces?.()
      return
    case 'incidents':
      listener.onIncidents?.()
      return
    case 'templates':
      listener.onTemplates?.()
  }
}
