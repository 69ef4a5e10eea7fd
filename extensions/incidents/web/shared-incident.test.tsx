import type { DataId } from '@fieldwatch/contract/api/ids'
import { openShared } from '@fieldwatch/contract/shares/shares'
import { type SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerTo } from '@fieldwatch/web/testing/answers.ts'
import { createFakeLive } from '@fieldwatch/web/testing/fake-live.ts'
import { createFakeServer } from '@fieldwatch/web/testing/fake-server.ts'
import { VisitPage } from '@fieldwatch/web/visit/visit-page.tsx'
import { getSharedIncident } from '../contract/shared-incident.ts'
import { buildIncident } from './testing/build-incident.ts'

it('A shared incident is the report, without a way into the portal', async () => {
  const shown: SharedScreen = { kind: 'incident', name: 'Flood', version: 1, units: ['u1' as DataId] }
  const { fetch } = createFakeServer([
    answerTo(openShared, () => ({ pass: 'fws_secret.proof', screen: shown })),
    answerTo(getSharedIncident, () => buildIncident()),
  ])
  render(<VisitPage secret="fws_secret" fetch={fetch} createLive={() => createFakeLive().client} />)

  expect(await screen.findByRole('heading', { level: 1, name: buildIncident().title })).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(screen.queryAllByRole('button')).toEqual([])
})
