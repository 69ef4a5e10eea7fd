import { getIncident } from '../contract/incidents.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiProvider, useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { createApi } from '@fieldwatch/web/platform/api/call.ts'
import { createSend } from '@fieldwatch/web/platform/api/send.ts'
import { LiveContext } from '@fieldwatch/web/platform/live/live-context.ts'
import { answerTo } from '@fieldwatch/web/testing/answers.ts'
import { buildIncident } from './testing/build-incident.ts'
import { createFakeLive } from '@fieldwatch/web/testing/fake-live.ts'
import { createFakeServer } from '@fieldwatch/web/testing/fake-server.ts'
import { incidentQuery, useLiveIncidents } from './incident-queries.ts'

describe('an open incident', () => {
  it('shows what someone else changed, at once and after the stream was away', async () => {
    const live = createFakeLive()
    let incident = buildIncident({})
    const { fetch } = createFakeServer([answerTo(getIncident, () => incident)])
    const api = createApi(createSend(fetch), { current: () => 'token', renew: async () => undefined })
    function Opened() {
      useLiveIncidents()
      const { data } = useQuery(incidentQuery(useApi(), 7))
      return <h1>{data?.title}</h1>
    }
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <LiveContext value={live.client}>
            <Opened />
          </LiveContext>
        </ApiProvider>
      </QueryClientProvider>,
    )
    await screen.findByRole('heading', { name: 'Overflow' })
    expect(live.watched()).toEqual(['viewing'])

    incident = buildIncident({ title: 'Overflow of the north tank' })
    act(() => live.changeThings({ kind: 'incident' }))
    await screen.findByRole('heading', { name: 'Overflow of the north tank' })
    incident = buildIncident({ title: 'Leak' })
    act(() => live.reopen())

    expect(await screen.findByRole('heading', { name: 'Leak' })).toBeDefined()
  })
})
