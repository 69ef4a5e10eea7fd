import { textsArrived } from '#platform/texts/define-texts.ts'

/** How long a part of the app may take to arrive (specification, document 1, section 9). */
const CHUNK_TIMEOUT_MS = 120_000

/** A part of the app failed to load. */
export class ChunkLoadError extends Error {
  /** Names the part. */
  readonly id: string

  constructor(id: string, options?: ErrorOptions) {
    super(`Loading chunk ${id} failed`, options)
    this.name = 'ChunkLoadError'
    this.id = id
  }
}

/** Wraps the import of a part so that it fails with a readable message, after 120 seconds at the latest. `id` names the part. */
export function loadChunk<M>(id: string, importer: () => Promise<M>): () => Promise<M> {
  return async () => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new ChunkLoadError(id)), CHUNK_TIMEOUT_MS)
    try {
      return await Promise.race([withTexts(importer), late.promise])
    } catch (error) {
      throw error instanceof ChunkLoadError ? error : new ChunkLoadError(id, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A part is there when the texts that it names are there too. */
async function withTexts<M>(importer: () => Promise<M>): Promise<M> {
  const part = await importer()
  await textsArrived()
  return part
}

/** Loads styles again that did not arrive: Vite asks for those of a part once, however often the part is imported. */
export async function restoreStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(links.filter(isMissing).map(loadAgain))
}

function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0
  } catch {
    // What did not arrive is of no origin, and may not be read.
    return true
  }
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const again = document.createElement('link')
  again.rel = 'stylesheet'
  again.crossOrigin = link.crossOrigin
  again.addEventListener('load', () => resolve())
  again.addEventListener('error', () => reject(new Error(`The styles at ${link.href} did not arrive`)))
  again.href = link.href
  link.replaceWith(again)
  return promise
}
