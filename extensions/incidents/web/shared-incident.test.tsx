import type { DataId } from '@fieldwatch/contract/api/ids'
import { getSharedScreen, type SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerTo } from '@fieldwatch/web/testing/answers.ts'
import { createFakeLive } from '@fieldwatch/web/testing/fake-live.ts'
import { createFakeServer } from '@fieldwatch/web/testing/fake-server.ts'
import { Themed } from '@fieldwatch/web/app/themed.tsx'
import { createSend } from '@fieldwatch/web/platform/api/send.ts'
import { PrintProvider } from '@fieldwatch/web/platform/print/print-context.tsx'
import { OpenLink } from '@fieldwatch/web/visit/open-link.tsx'
import { getSharedIncident } from '../contract/shared-incident.ts'
import { SharedIncident } from './shared-incident.tsx'
import { buildIncident } from './testing/build-incident.ts'

it('A shared incident is the report, without a way into the portal', async () => {
  const shown: SharedScreen = { kind: 'incident', name: 'Flood', version: 1, units: ['u1' as DataId] }
  const { fetch } = createFakeServer([
    answerTo(getSharedScreen, () => shown),
    answerTo(getSharedIncident, () => buildIncident()),
  ])
  render(
    <PrintProvider>
      <Themed>
        <OpenLink
          visit={{ pass: 'fws_secret.proof', screen: shown }}
          send={createSend(fetch)}
          createLive={() => createFakeLive().client}
          onEnd={() => undefined}
        >
          {() => <SharedIncident version="1" />}
        </OpenLink>
      </Themed>
    </PrintProvider>,
  )

  expect(await screen.findByRole('heading', { level: 1, name: buildIncident().title })).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(screen.queryAllByRole('button')).toEqual([])
})
