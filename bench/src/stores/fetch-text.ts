const PATIENCE_MS = 120_000

/** The body of an answer, whole. @throws Error with it when the server refused */
export async function fetchText(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), ...init })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return text
}
