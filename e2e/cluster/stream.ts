import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { LiveAdded } from '@fieldwatch/contract/telemetry/live'
import { FIRST_CURSOR, formatLiveSources, STREAM_LIVE } from '@fieldwatch/contract/api/live-addresses'
import { type EventReader, eventsOf } from '@fieldwatch/server/testing/read-events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from './people.ts'

/** What a stream sent of a source, joined over its reconnections, as it came. */
export interface StreamedSource {
  readonly dataId: DataId
  readonly name: SourceName
  /** `messageUTC`, in epoch milliseconds. */
  readonly times: number[]
}

export interface Stream {
  readonly sources: readonly StreamedSource[]
  /** How often it was opened. */
  readonly opened: () => number
  readonly close: () => Promise<void>
}

interface Options {
  readonly portal: { readonly url: string }
  readonly person: Person
  readonly sources: readonly { readonly dataId: DataId; readonly name: SourceName }[]
  readonly onRecord: (source: StreamedSource, at: number) => void
}

const RECONNECT_MS = 250

/** A live stream of sources from their first record on, that opens itself again behind what it had, as a browser does. */
export function openStream({ portal, person, sources, onRecord }: Options): Stream {
  const streamed = sources.map((source) => ({ ...source, times: [] }) satisfies StreamedSource as StreamedSource)
  const cursors = new Map(streamed.map((source) => [source, FIRST_CURSOR]))
  let reader: EventReader | undefined
  let opened = 0
  let closed = false
  const running = run()
  return {
    sources: streamed,
    opened: () => opened,
    close: async () => {
      closed = true
      reader?.close()
      await running
    },
  }

  async function run(): Promise<void> {
    while (!closed) {
      try {
        reader = await open()
        for (;;) {
          const event = await reader.next()
          if (event === undefined) break
          if (event.event === 'added') take(event.data as LiveAdded)
        }
      } catch {
        // No server is ready, or the one that it was at died.
      }
      if (!closed) await delay(RECONNECT_MS)
    }
  }

  async function open(): Promise<EventReader> {
    const data = formatLiveSources(
      [...cursors].map(([{ dataId, name }, cursor]) => ({ dataId, subject: name, cursor })),
    )
    const headers = { authorization: `Bearer ${await person.token()}` }
    const made = await eventsOf(`${portal.url}${STREAM_LIVE.path}?${new URLSearchParams({ data }).toString()}`, headers)
    if (made.status !== 200) throw new Error(`A stream was answered with ${made.status}: ${await made.text()}`)
    opened += 1
    return made
  }

  function take({ dataID, subject, cursor, records }: LiveAdded): void {
    const source = streamed.find(({ dataId, name }) => dataId === dataID && name === subject)
    if (source === undefined) throw new Error(`A stream sent ${dataID}/${subject}, which it was not asked for.`)
    cursors.set(source, cursor)
    for (const { messageUTC } of records) {
      const at = Date.parse(messageUTC)
      source.times.push(at)
      onRecord(source, at)
    }
  }
}
