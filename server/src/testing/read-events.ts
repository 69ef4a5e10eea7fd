import type { FastifyInstance } from 'fastify'
import type { SignedInUser } from './test-app.ts'

export interface ReadEvent {
  event: string
  id: string | undefined
  // Tests know what they expect of an event.
  data: unknown
}

export interface EventReader {
  status: number
  headers: Headers
  /** The body of a refusal. */
  text: () => Promise<string>
  /** The next event; undefined when the stream has ended. */
  next: () => Promise<ReadEvent | undefined>
  /** The next block of any kind, comments included. */
  nextBlock: () => Promise<string | undefined>
  close: () => void
}

/** Opens a stream of server-sent events on a listening application. */
export async function readEvents(
  app: FastifyInstance,
  path: string,
  { as, headers = {} }: { as?: SignedInUser; headers?: Record<string, string> } = {},
): Promise<EventReader> {
  const { port } = app.server.address() as { port: number }
  const sent = { ...(as === undefined ? {} : { authorization: as.bearer }), ...headers }
  return eventsOf(`http://127.0.0.1:${port}/api/v1/${path}`, sent)
}

/** Opens the stream of server-sent events at an address. */
export async function eventsOf(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const blocks = response.ok && response.body !== null ? blocksOf(response.body) : undefined
  const nextBlock = async (): Promise<string | undefined> => (await blocks?.next())?.value ?? undefined
  return {
    status: response.status,
    headers: response.headers,
    text: () => response.text(),
    nextBlock,
    next: async () => {
      while (true) {
        const block = await nextBlock()
        if (block === undefined) return undefined
        if (!block.startsWith(':')) return eventOf(block)
      }
    },
    close: () => abort.abort(),
  }
}

async function* blocksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks
  }
  return undefined
}

function eventOf(block: string): ReadEvent {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  return { event: fields.get('event') ?? '', id: fields.get('id'), data: JSON.parse(fields.get('data') ?? 'null') }
}
