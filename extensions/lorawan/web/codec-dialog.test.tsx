import { getMe } from '@fieldwatch/contract/people/users'
import { type ListedTemplate, listTemplateGallery } from '@fieldwatch/contract/templates/template-gallery'
import { listUnitNames } from '@fieldwatch/contract/units/units'
import { answerTo, type Answer, failure, whole } from '@fieldwatch/web/testing/answers.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { findEnabled } from '@fieldwatch/web/testing/find-enabled.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { changeTemplateCodec, getTemplateCodec, testCodec } from '../contract/template-codec.ts'

const user = userEvent.setup()

const NOTHING = { charts: 0, gauges: 0, cards: 0, tables: 0, maps: 0, eventLogs: 0, events: 0, reports: 0, formulas: 0 }

const TANK: ListedTemplate = {
  id: 'tank' as ListedTemplate['id'],
  title: 'Tank',
  entity: 'water' as ListedTemplate['entity'],
  version: 3,
  changedUTC: '2026-11-22T10:00:00.000Z',
  changedBy: 'Ada Berg',
  icon: null,
  contents: NOTHING,
  units: 2,
  trials: 0,
  editable: true,
}

function open({ routes }: { routes: readonly Answer[] }) {
  const me = buildSessionUser({ role: 'admin' })
  return renderApp({
    path: '/settings?tab=templates',
    user: me,
    routes: [
      answerTo(getMe, () => me),
      answerTo(listTemplateGallery, () => ({ templates: [TANK], total: 1 })),
      answerTo(listUnitNames, () => []),
      ...routes,
    ],
  })
}

async function choose(action: string): Promise<void> {
  await screen.findByText('Tank')
  await user.click(screen.getByRole('button', { name: /Tank/ }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('the payload codec of a template', () => {
  it('is tried on some bytes, saved once, and keeps what was typed when someone was quicker', async () => {
    let outdated = true
    const { seen } = open({
      routes: [
        answerTo(getTemplateCodec, () => ({ code: 'function Decode() {}', version: 3 })),
        answerTo(testCodec, () => ({ data: { temperature: 21.5 }, warnings: [], problem: null })),
        answerTo(changeTemplateCodec, () => {
          if (!outdated) return whole({ status: 'success' })
          outdated = false
          return failure('template/changed')
        }),
      ],
    })
    await choose('Payload codec')
    // Another dialog is shown while the codec is loaded.
    const code = await screen.findByLabelText('JavaScript')
    const dialog = within(screen.getByRole('dialog', { name: 'Payload codec of Tank' }))
    await user.type(code, ' // 2')
    await user.type(dialog.getByLabelText(/^Bytes to try/), '0109')
    await user.click(dialog.getByRole('button', { name: 'Test' }))
    expect(await dialog.findByText(/"temperature": 21\.5/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/^Nothing was overwritten/)).toBeDefined()
    await user.dblClick(await findEnabled(dialog, 'Save'))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const bodies = seen
      .filter(({ method, path }) => method === 'PUT' && path.endsWith('/codec'))
      .map(({ body }) => body)
    expect(bodies).toEqual([
      { code: 'function Decode() {} // 2', version: 3 },
      { code: 'function Decode() {} // 2', version: 3 },
    ])
  })
})
