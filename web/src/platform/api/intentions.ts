/** The idempotency keys of requests that are not answered yet. */
export interface Intentions {
  /** The key of a request: the same one as long as the same request is not answered. */
  keyOf: (request: string) => string
  /** The request was answered, by a success or a refusal: the next one like it is another intention. */
  answered: (request: string) => void
}

/** A request that is sent again because its answer was lost is the same intention, and carries the same key. */
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

/** What a request asks for, as a text; files by what tells them apart. */
export function textOfRequest(path: string, { params, body }: { params?: unknown; body?: unknown }): string {
  return JSON.stringify([path, params, body], (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
}

/** Browsers offer `randomUUID` on secure pages only. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
