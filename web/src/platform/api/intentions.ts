import type { Address, AnyRequest } from './send.ts'

/** The idempotency keys of requests that are not answered yet. */
export interface Intentions {
  /** The key of a request: the same for equal requests until one is answered. */
  keyOf: (request: string) => string
  /** Ends the key after an answer: the next equal request is another intention. */
  answered: (request: string) => void
}

/**
 * Gives equal requests the same idempotency key until one is answered: a request that is sent again because its answer was lost
 * is the same intention.
 */
export function createIntentions(): Intentions {
  const keys = new Map<string, string>()
  return {
    keyOf: (request) => {
      const key = keys.get(request) ?? randomKey()
      keys.set(request, key)
      return key
    },
    answered: (request) => {
      keys.delete(request)
    },
  }
}

/** A request as a text; files by their name, size and time. */
export function textOfRequest({ method, path }: Address, { params, query, body }: AnyRequest): string {
  return JSON.stringify([method, path, params, query, body], (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
}

/** Browsers offer `randomUUID` on secure pages only. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
