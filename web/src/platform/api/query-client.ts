import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * Reads once more after a first read that was under way when something changed, as that read may have begun before the change. The library
 * repeats only later reads.
 */
export class AppQueryClient extends QueryClient {
  readonly #outdated = new WeakSet<Query>()

  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      if (query.state.data === undefined) this.#readAgainAfterFirst(query)
    return super.invalidateQueries(filters, options)
  }

  #readAgainAfterFirst(query: Query): void {
    if (this.#outdated.has(query)) return
    this.#outdated.add(query)
    const readAgain = (): void => {
      this.#outdated.delete(query)
      void this.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    // A first read that fails says so on the screen, where it can be tried again.
    query.promise?.then(readAgain, () => this.#outdated.delete(query))
  }
}

/** Adds to what was read what came live. A read that is under way may lack it and is made again. */
export function addNews<Read>(client: QueryClient, queryKey: QueryKey, add: (before: Read) => Read): void {
  client.setQueryData<Read>(queryKey, (before) => before && add(before))
  const filters = { queryKey, exact: true }
  if (client.isFetching(filters) > 0) void client.invalidateQueries(filters)
}
