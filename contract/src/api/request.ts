/** A request to any endpoint. */
export interface AnyRequest {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** The path and query of a request, from the root. A value that is undefined stays out of the query. */
export function addressOf({ path }: { readonly path: string }, request: AnyRequest): string {
  const params = (request.params ?? {}) as Record<string, string>
  const place = path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(
    (request.query ?? {}) as Record<string, string | number | boolean | undefined>,
  )) {
    if (value !== undefined) search.append(name, String(value))
  }
  return search.size === 0 ? place : `${place}?${search.toString()}`
}

/** The texts and files of an object as a form. What is undefined stays out of it. */
export function toForm(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, string | File | undefined>)) {
    if (value !== undefined) form.append(name, value)
  }
  return form
}
