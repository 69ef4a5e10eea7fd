import { createHash } from 'node:crypto'

/** Identifies a request by its parameters and body; files and raw bodies count by their bytes. */
export async function hashRequest(parts: { url: string; body: unknown }): Promise<Buffer> {
  const hash = createHash('sha256').update(parts.url)
  if (Buffer.isBuffer(parts.body)) return hash.update(parts.body).digest()
  const entries = typeof parts.body === 'object' && parts.body !== null ? Object.entries(parts.body) : []
  for (const [name, value] of entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (value === undefined) continue
    hash.update(`\n${name}\n`)
    if (value instanceof File) hash.update(Buffer.from(await value.arrayBuffer()))
    else hash.update(typeof value === 'string' ? value : JSON.stringify(value))
  }
  return hash.digest()
}
