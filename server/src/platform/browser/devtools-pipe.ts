import { StringDecoder } from 'node:string_decoder'
import type { Readable, Writable } from 'node:stream'

/** What the browser says by itself. */
export interface BrowserEvent {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

interface Reply {
  readonly id?: number
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

interface Pipe {
  readonly commands: Writable
  readonly answers: Readable
  /** Longer messages end the connection. */
  readonly mostBytes: number
  readonly onEvent: (event: BrowserEvent) => void
  /** Called when the connection ends, by the browser or for a message that can't be read. */
  readonly onEnd: (reason: string) => void
}

export type DevTools = ReturnType<typeof openDevTools>

/**
 * Speaks the DevTools protocol by a pipe: JSON messages that end with a zero byte. A browser that is controlled like this opens no port,
 * and ends when the pipe does.
 */
export function openDevTools({ commands, answers, mostBytes, onEvent, onEnd }: Pipe) {
  const waiting = new Map<number, PromiseWithResolvers<Readonly<Record<string, unknown>>>>()
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  let length = 0
  let last = 0
  let ended: string | undefined

  answers.on('data', (data: Buffer) => {
    const [first = '', ...others] = decoder.write(data).split('\0')
    keep(first)
    for (const piece of others) {
      const message = pieces.join('')
      pieces = []
      length = 0
      read(message)
      keep(piece)
    }
  })
  answers.on('error', () => end('the pipe broke'))
  answers.on('close', () => end('the browser ended'))
  commands.on('error', () => end('the pipe broke'))

  function keep(piece: string): void {
    pieces.push(piece)
    length += piece.length
    if (length > mostBytes) end('the browser sent a message that is too long')
  }

  function read(message: string): void {
    if (ended !== undefined) return
    let reply: Reply
    try {
      reply = JSON.parse(message) as Reply
    } catch {
      return end('the browser sent what is no message')
    }
    const { id, method, params = {} } = reply
    if (method !== undefined) return onEvent({ method, params })
    const asked = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || asked === undefined) return
    waiting.delete(id)
    if (reply.error === undefined) asked.resolve(reply.result ?? {})
    else asked.reject(new Error(reply.error.message))
  }

  function end(reason: string): void {
    if (ended !== undefined) return
    ended = reason
    pieces = []
    waiting.clear()
    onEnd(reason)
  }

  return {
    /** Resolves with the result of a command; rejects when the browser refuses it. Without an answer when the connection ends. */
    send: (method: string, params: object = {}, sessionId?: string): Promise<Readonly<Record<string, unknown>>> => {
      const id = (last += 1)
      const asked = Promise.withResolvers<Readonly<Record<string, unknown>>>()
      waiting.set(id, asked)
      if (ended === undefined)
        commands.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`)
      return asked.promise
    },
  }
}
