import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import type { FromWorker } from './live-messages.ts'
import { type DocumentListener, hearNews } from './live-news.ts'
import { keyOf, type Source } from './live-state.ts'

export interface RecordListener {
  /** New records, oldest first. A record that came before may come again: the same `messageUTC` is the same record. */
  onRecords: (records: DataRecord[]) => void
  /** The stream now has the source; without a cursor, read what came before once more. */
  onJoined?: () => void
  /** Everything behind the cursor has arrived. */
  onLoaded?: () => void
}

/** What the worker sends of what was listened to. */
type Heard = Exclude<FromWorker, { type: 'need-token' | 'report' | 'stopped' }>

/** Who in this tab listens to what. */
export function createLiveListeners() {
  const records = new Map<string, Set<RecordListener>>()
  const documents: { devices: string; listener: () => DocumentListener }[] = []

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
    addDocuments: (devices: string, listener: () => DocumentListener): (() => string | undefined) => {
      const entry = { devices, listener }
      documents.push(entry)
      return () => {
        documents.splice(documents.indexOf(entry), 1)
        return documents.at(-1)?.devices
      }
    },

    tellOpened: (stream: { again: boolean }): void => {
      for (const { listener } of documents) listener().opened?.(stream)
    },

    tell: (heard: Heard): void => {
      switch (heard.type) {
        case 'added':
          for (const listener of listenersOf(heard.source)) listener.onRecords(heard.records)
          return
        case 'joined':
          for (const source of heard.fresh) for (const listener of listenersOf(source)) listener.onJoined?.()
          return
        case 'loaded':
          for (const source of heard.sources) for (const listener of listenersOf(source)) listener.onLoaded?.()
          return
        default:
          for (const one of heard.news) for (const { listener } of documents) hearNews(listener(), one)
      }
    },
  }
}
