import type { EntityId } from '@fieldwatch/contract/api/ids'
import { createProgramToken, listProgramTokens, revokeProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useCall } from '#platform/api/use-action.ts'

export const TOKENS_KEY = ['program-tokens'] as const

/** The program tokens of an entity; undefined: the person's own. */
export function tokensQuery(api: Api, entity: EntityId | undefined) {
  return queryOptions({
    queryKey: [...TOKENS_KEY, entity ?? null] as const,
    queryFn: async ({ signal }) => {
      const query = entity === undefined ? {} : { entity }
      return (await api.call(listProgramTokens, { query }, { signal })).details.tokens
    },
    staleTime: 0,
  })
}

const CHANGE = { rereads: [TOKENS_KEY] }

export const useCreateToken = () => useCall(createProgramToken, { ...CHANGE, once: true })
export const useRevokeToken = () => useCall(revokeProgramToken, CHANGE)
