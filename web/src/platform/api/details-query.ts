import type { AnyEndpoint, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { Api } from './call.ts'
import type { RequestOf } from './send.ts'

export type DetailsOf<E extends AnyEndpoint> = ReplyOf<E> extends { details: infer Details } ? Details : undefined

/** The details of a reply, whose parts TypeScript can't resolve for an endpoint that it doesn't know. */
export function detailsOf<E extends AnyEndpoint>(reply: ReplyOf<E>): DetailsOf<E> {
  return (reply as { details?: unknown }).details as DetailsOf<E>
}

type Options<E extends AnyEndpoint> = Omit<UndefinedInitialDataOptions<DetailsOf<E>>, 'queryFn'>

/** The details that an endpoint answers with: its request, and how they are kept. */
export function detailsQuery<E extends AnyEndpoint>(api: Api, endpoint: E, options: RequestOf<E> & Options<E>) {
  return queryOptions({
    ...options,
    queryFn: async ({ signal }) => detailsOf<E>(await api.call(endpoint, options, { signal })),
  })
}
