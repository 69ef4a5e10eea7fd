import { LIST_CONFIG } from '@fieldwatch/contract/actions/action-options'
import { SHORTEST_EXPIRY_SECONDS } from '@fieldwatch/contract/actions/actions'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { configurationsKey, configurationsQuery, sendRequest } from '#shared/requests/request-queries.ts'
import { deactivatedText } from '#shared/requests/request-text.ts'
import { useFollowedRequest } from '#shared/requests/use-request.ts'
import { useLiveRequests } from '#shared/requests/use-live-requests.ts'
import { asKnown, type ConfigurationKind, connectionOf, type Known, knownFrom, newestOf } from './connection.ts'
import { t } from './texts.ts'

/** How long a sensor screen waits for the unit (specification, document 2, section 9). */
export const CONNECT_MS = 30_000

/** How often changes of others are looked for by those who get no news of them. */
const LOOK_MS = 60_000

/** Why this person cannot ask a unit, nor change its configuration; undefined for those who can. */
function useReadOnlyReason(unit: DataDocument): string | undefined {
  const { role } = useMe()
  if (role !== 'admin' && unit.onlyAdminsConfigure === true) return t('sensor-configuration.read-only.admins')
  return unit.active ? undefined : deactivatedText()
}

/** Asks a unit for its configuration, and keeps it as it is now, anyone who changes it. */
export function useUnitConfiguration<C>(unit: DataDocument, { actionClass, read }: ConfigurationKind<C>) {
  const api = useApi()
  const client = useQueryClient()
  const { timeFormat } = useMe()
  const readOnly = useReadOnlyReason(unit)
  const [attempt, setAttempt] = useState(1)
  const [changed, setChanged] = useState<Known<C>>()
  const dataId = unit.dataID
  const of = { dataId, actionClass }
  const asked = useQuery({ ...askQuery(api, of, attempt), enabled: readOnly === undefined })
  const { data: request, error: followError } = useFollowedRequest(dataId, asked.data)
  const late = useLate(attempt, CONNECT_MS)
  const history = useQuery({
    ...configurationsQuery(api, of),
    refetchInterval: readOnly === undefined ? false : LOOK_MS,
  })
  const look = () => client.invalidateQueries({ queryKey: configurationsKey(of) })
  useLiveRequests(dataId, () => void look())
  const reported = history.data?.reported
  const last = useMemo(
    () => (reported == null ? undefined : asKnown(reported.version, read(reported.configuration))),
    [reported, read],
  )
  const answer = useMemo(() => knownFrom(request, read), [request, read])
  // What a unit reported before it was asked is no answer.
  const newest =
    answer?.configuration === undefined ? undefined : newestOf([answer.configuration, last?.configuration, changed])
  const connection = connectionOf({
    error: asked.error ?? (request === undefined ? followError : null),
    request,
    late,
    known: newest === undefined ? answer : { configuration: newest },
    connected: unit.connected,
    timeFormat,
  })
  return {
    connection,
    readOnly,
    /** What the unit reported last, whenever that was. */
    last,
    history,
    tryAgain: () => setAttempt((before) => before + 1),
    onChanged: (known: Known<C>) => {
      setChanged(known)
      void look()
    },
  }
}

interface Of {
  dataId: DataDocument['dataID']
  actionClass: ConfigurationKind<unknown>['actionClass']
}

/** Asks once an attempt. A unit that is away does not find it in its queue hours later. */
function askQuery(api: Api, { dataId, actionClass }: Of, attempt: number) {
  return queryOptions({
    queryKey: ['ask-configuration', dataId, actionClass, attempt] as const,
    queryFn: () =>
      sendRequest(api, dataId, {
        method: 'GET',
        actionClass,
        payload: LIST_CONFIG,
        expiresInSeconds: SHORTEST_EXPIRY_SECONDS,
        // Only the first attempt is made without a person asking for it.
        ...(attempt === 1 ? { automatic: true } : {}),
      }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Whether this long has passed since `attempt` began. */
export function useLate(attempt: number, afterMs: number): boolean {
  const [late, setLate] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setLate(attempt), afterMs)
    return () => clearTimeout(timer)
  }, [attempt, afterMs])
  return late === attempt
}
